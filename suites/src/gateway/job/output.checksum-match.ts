import { createHash } from 'node:crypto';
import { defineCheck, expectThat, NotExercised } from '@gateproof/harness';
import { openFile } from '../../support/downloads.ts';
import { every } from '../../support/every.ts';
import { finishedJob } from '../../support/finished-jobs.ts';
import { isFilledString } from '../../support/json.ts';
import { outputOf } from '../../support/media-jobs.ts';

/** In hexadecimal of either case, or in base64 (freedom F106). */
export default defineCheck({
  rule: 'job.output.checksum-match',
  ...every<'image' | 'transcription'>('image', 'transcription'),
  cases: 2,
  requestsPerCase: 20,
  async decide(world, route) {
    const account = await world.account();
    const { job } = await finishedJob(world, account, 'succeeded', route);
    const [item] = outputOf(job);
    const told = item?.checksum_sha256;
    if (!isFilledString(told)) throw new NotExercised('the output item names no checksum');
    const { exchange, bytes } = await openFile(world, item);
    const digest = createHash('sha256').update(bytes).digest();
    const spellings = [digest.toString('base64'), digest.toString('base64url')];
    expectThat(world, told.toLowerCase() === digest.toString('hex') || spellings.includes(told), {
      expected: `checksum_sha256 ${digest.toString('hex')}`,
      observed: told,
      exchanges: [exchange.id],
    });
  },
});
