import { defineCheck, expectThat, NotExercised } from '@gateproof/harness';
import { openFile } from '../../support/downloads.ts';
import { every } from '../../support/every.ts';
import { outputOf } from '../../support/media-jobs.ts';
import { outputJobs, succeededJob } from '../../support/output-jobs.ts';

export default defineCheck({
  rule: 'job.output.bytes-match',
  ...every(...outputJobs),
  async decide(world, what) {
    const { job } = await succeededJob(world, await world.account(), what);
    const items = outputOf(job).filter(({ bytes }) => typeof bytes === 'number');
    if (items.length === 0) throw new NotExercised('the output item names no bytes');
    for (const item of items) {
      const { exchange, bytes } = await openFile(world, item);
      expectThat(world, bytes.length === item.bytes, {
        expected: `bytes ${bytes.length}, the size of the file`,
        observed: String(item.bytes),
        exchanges: [exchange.id],
      });
    }
  },
});
