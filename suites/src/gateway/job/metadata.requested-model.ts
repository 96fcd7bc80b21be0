import { defineCheck, expectThat, isObject, NotExercised } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import fc from 'fast-check';
import { failing, mediaModel, serverError } from '../../support/held-jobs.ts';
import { type MediaRoute, mediaRoutes, submitJob, untilFinal } from '../../support/media-jobs.ts';

/** With a list, the requested model is the first asked for, whoever serves. */
export default defineCheck({
  rule: 'job.metadata.requested-model',
  input: fc.record({
    route: fc.constantFrom<MediaRoute>('image', 'transcription'),
    withList: fc.boolean(),
    isServedByOther: fc.constant(false),
  }),
  examples: mediaRoutes.map((route) => ({ route, withList: true, isServedByOther: true })),
  cases: 6,
  requestsPerCase: 20,
  async decide(world, { route, withList, isServedByOther }) {
    const account = await world.account();
    const isFailing = isServedByOther && world.has('upstreams');
    const model = await mediaModel(account, route, isFailing ? [failing(serverError)] : undefined);
    const other = await mediaModel(account, route);
    const submitted = await submitJob(account.key, model, withList ? { models: [other.id] } : {});
    const { job, exchange } = isFailing
      ? await untilFinal(world, account.key, submitted.id, 'job.outcome.succeeded')
      : submitted;
    const metadata = job[serviceNames(world.prefix).metadataField];
    const told = isObject(metadata) ? metadata.requested_model : undefined;
    if (told === undefined || told === null) throw new NotExercised('the metadata names no requested model');
    expectThat(world, told === model.id, { expected: model.id, observed: String(told), exchanges: [exchange.id] });
  },
});
