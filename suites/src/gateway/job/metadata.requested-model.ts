import { defineCheck, expectThat, isObject, NotExercised } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import fc from 'fast-check';
import { mediaModel } from '../../support/held-jobs.ts';
import { type MediaRoute, submitJob } from '../../support/media-jobs.ts';

/** With a list, the requested model is the first asked for, whoever serves. */
export default defineCheck({
  rule: 'job.metadata.requested-model',
  input: fc.record({ route: fc.constantFrom<MediaRoute>('image', 'transcription'), withList: fc.boolean() }),
  cases: 4,
  async decide(world, { route, withList }) {
    const account = await world.account();
    const model = await mediaModel(account, route);
    const other = await mediaModel(account, route);
    const { job, exchange } = await submitJob(account.key, model, withList ? { models: [other.id] } : {});
    const metadata = job[serviceNames(world.prefix).metadataField];
    const told = isObject(metadata) ? metadata.requested_model : undefined;
    if (told === undefined || told === null) throw new NotExercised('the metadata names no requested model');
    expectThat(world, told === model.id, { expected: model.id, observed: String(told), exchanges: [exchange.id] });
  },
});
