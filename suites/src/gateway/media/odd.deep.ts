import { defineCheck, describeAnswer, expectThat } from '@gateproof/harness';
import { deepList } from '../../support/deep-list.ts';
import { every } from '../../support/every.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { jobOf, type MediaRoute, submitJob } from '../../support/media-jobs.ts';

/** A submission that nests deeper than some readers of JSON can go is the client's fault, or accepted. */
export default defineCheck({
  rule: 'media.odd.deep',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const account = await world.account();
    const model = await mediaModel(account, route);
    await submitJob(account.key, model);
    const text = JSON.stringify({ ...model.inputs, model: model.id, x_deep: 'DEEP' });
    const exchange = await account.key[route](undefined, {
      rawBody: text.replace('"DEEP"', deepList),
      headers: [['Content-Type', 'application/json']],
    });
    const isRefused = exchange.response?.status === 400;
    expectThat(world, jobOf(exchange) !== undefined || isRefused, {
      expected: 'a submission with many lists within each other to be accepted, or refused with 400',
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    });
  },
});
