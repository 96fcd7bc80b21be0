import { defineCheck, expectThat, NotExercised } from '@gateproof/harness';
import { openFile } from '../../support/downloads.ts';
import { every } from '../../support/every.ts';
import { finishedJob } from '../../support/finished-jobs.ts';
import { outputOf } from '../../support/media-jobs.ts';

export default defineCheck({
  rule: 'job.output.bytes-match',
  ...every<'image' | 'transcription'>('image', 'transcription'),
  cases: 2,
  requestsPerCase: 20,
  async decide(world, route) {
    const account = await world.account();
    const { job } = await finishedJob(world, account, 'succeeded', route);
    const [item] = outputOf(job);
    if (typeof item?.bytes !== 'number') throw new NotExercised('the output item names no bytes');
    const { exchange, bytes } = await openFile(world, item);
    expectThat(world, bytes.length === item.bytes, {
      expected: `bytes ${bytes.length}, the size of the file`,
      observed: String(item.bytes),
      exchanges: [exchange.id],
    });
  },
});
