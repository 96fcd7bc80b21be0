import { defineCheck, expectThat, script, turn } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { outputOf, submitJob, untilState } from '../../support/media-jobs.ts';

export default defineCheck({
  rule: 'job.output.each-image',
  ...every(1, 2, 3, 10),
  cases: 4,
  requestsPerCase: 20,
  async decide(world, count) {
    const account = await world.account();
    const model = await mediaModel(account, 'image', [script(turn({ kind: 'image', count }))]);
    const { id } = await submitJob(account.key, model);
    const { job, exchange } = await untilState(world, account.key, id, 'succeeded');
    expectThat(world, outputOf(job).length === count, {
      expected: `${count} output items for the ${count} images that the endpoint made`,
      observed: `${outputOf(job).length} items`,
      exchanges: [exchange.id],
    });
  },
});
