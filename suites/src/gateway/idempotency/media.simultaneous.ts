import { caution, codeOf, defineCheck, describeAnswer, expectThat, SetupFailed } from '@gateproof/harness';
import fc from 'fast-check';
import { acrossKeys } from '../../support/across-keys.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { jobOf, mediaRoutes, sendSubmission, untilFinal } from '../../support/media-jobs.ts';

const anyRoute = fc.constantFrom(...mediaRoutes);

/** Overlapping submissions may be refused as in progress, with a warning (freedom F029). */
export default defineCheck({
  rule: 'idempotency.media.simultaneous',
  input: fc.record({ route: anyRoute, count: fc.integer({ min: 2, max: 10 }), keys: fc.boolean() }),
  cases: 8,
  async decide(world, { route, count, keys }) {
    const account = await world.account();
    const model = await mediaModel(account, route);
    const idempotencyKey = world.unique('key');
    if (keys && world.has('keys')) return acrossKeys({ world, account, model, idempotencyKey }, count);
    const exchanges = await Promise.all(
      Array.from({ length: count }, () => sendSubmission(account.key, model, {}, { idempotencyKey })),
    );
    const jobs = exchanges.map(jobOf).filter((job) => job !== undefined);
    const ids = exchanges.map(({ id }) => id);
    const refused = exchanges.filter((exchange) => jobOf(exchange) === undefined);
    if (jobs.length === 0)
      throw new SetupFailed(`none of ${count} simultaneous submissions was accepted`, {
        prerequisite: `media.create.${route}`,
      });
    const odd = refused.find(
      (exchange) => exchange.response?.status !== 409 || codeOf(exchange) !== 'idempotency_conflict',
    );
    expectThat(world, odd === undefined, {
      expected: 'the one job (or at most 409 idempotency_conflict) for each of the simultaneous submissions',
      observed: odd === undefined ? '' : describeAnswer(odd),
      exchanges: ids,
    });
    expectThat(world, new Set(jobs.map(({ id }) => id)).size === 1, {
      expected: `one job for ${count} simultaneous submissions under one key`,
      observed: `jobs ${[...new Set(jobs.map(({ id }) => id))].join(', ')}`,
      exchanges: ids,
    });
    const [id] = jobs.map((job) => String(job.id));
    if (id !== undefined) await untilFinal(world, account.key, id, 'job.outcome.succeeded');
    expectThat(world, model.upstreams[0]?.calls().length === 1, {
      expected: 'one call of the endpoint',
      observed: `${model.upstreams[0]?.calls().length} calls`,
      exchanges: ids,
    });
    if (refused.length > 0) {
      caution(world, {
        expected: 'the first job for submissions that overlap',
        observed: `${refused.length} of ${count} refused with 409`,
        exchanges: ids,
      });
    }
  },
});
