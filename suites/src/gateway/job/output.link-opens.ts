import { defineCheck, describeAnswer, expectThat } from '@gateproof/harness';
import { openLink } from '../../support/downloads.ts';
import { every } from '../../support/every.ts';
import { finishedJob } from '../../support/finished-jobs.ts';
import { outputOf } from '../../support/media-jobs.ts';

export default defineCheck({
  rule: 'job.output.link-opens',
  ...every<'image' | 'transcription'>('image', 'transcription'),
  cases: 2,
  requestsPerCase: 20,
  async decide(world, route) {
    const account = await world.account();
    const { job } = await finishedJob(world, account, 'succeeded', route);
    const exchange = await openLink(world, outputOf(job)[0]);
    const status = exchange.response?.status ?? 0;
    expectThat(world, status >= 200 && status < 400, {
      expected: 'a link that has just been given to lead to its file',
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    });
  },
});
