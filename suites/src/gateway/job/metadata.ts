import { defineCheck, expectThat, isObject, NotExercised } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import fc from 'fast-check';
import { failing, mediaModel, serverError } from '../../support/held-jobs.ts';
import { isFinalJob, type MediaRoute, mediaRoutes, readUntil, submitJob } from '../../support/media-jobs.ts';

/** With a list, the requested model is the first asked for, whoever serves; also once another has served. */
export default defineCheck({
  rule: 'job.metadata.requested-model',
  input: fc.record({ route: fc.constantFrom<MediaRoute>('image', 'transcription'), withList: fc.boolean() }),
  examples: mediaRoutes.map((route) => ({ route, withList: true })),
  cases: 6,
  async decide(world, { route, withList }) {
    const account = await world.account();
    const model = await mediaModel(account, route, withList ? [failing(serverError)] : undefined);
    const other = await mediaModel(account, route);
    const first = await submitJob(account.key, model, withList ? { models: [other.id] } : {});
    const last = await readUntil(world, account.key, first.id, isFinalJob);
    for (const { job, exchange } of last === undefined ? [first] : [first, last]) {
      const metadata = job[serviceNames(world.prefix).metadataField];
      const reported = isObject(metadata) ? metadata.requested_model : undefined;
      if (reported === undefined || reported === null) throw new NotExercised('the metadata names no requested model');
      expectThat(world, reported === model.id, {
        expected: model.id,
        observed: String(reported),
        exchanges: [exchange.id],
      });
    }
  },
});
