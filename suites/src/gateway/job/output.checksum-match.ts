import { createHash } from 'node:crypto';
import { defineCheck, expectThat, NotExercised } from '@gateproof/harness';
import { openFile } from '../../support/downloads.ts';
import { every } from '../../support/every.ts';
import { isFilledString } from '../../support/json.ts';
import { outputOf } from '../../support/media-jobs.ts';
import { outputJobs, succeededJob } from '../../support/output-jobs.ts';

/** In hexadecimal of either case, or in base64 (freedom F106). */
export default defineCheck({
  rule: 'job.output.checksum-match',
  ...every(...outputJobs),
  async decide(world, what) {
    const { job } = await succeededJob(world, await world.account(), what);
    const items = outputOf(job).filter(({ checksum_sha256: told }) => isFilledString(told));
    if (items.length === 0) throw new NotExercised('the output item names no checksum');
    for (const item of items) {
      const told = String(item.checksum_sha256);
      const { exchange, bytes } = await openFile(world, item);
      const digest = createHash('sha256').update(bytes).digest();
      const spellings = [digest.toString('base64'), digest.toString('base64url')];
      expectThat(world, told.toLowerCase() === digest.toString('hex') || spellings.includes(told), {
        expected: `checksum_sha256 ${digest.toString('hex')}`,
        observed: told,
        exchanges: [exchange.id],
      });
    }
  },
});
