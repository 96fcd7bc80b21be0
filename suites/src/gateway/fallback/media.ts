import {
  besideControl,
  controlThat,
  defineCheck,
  expectThat,
  type Model,
  NotExercised,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { plainFailures } from '../../support/fallbacks.ts';
import { failing, holding, mediaModel } from '../../support/held-jobs.ts';
import {
  isFinalJob,
  type MediaRoute,
  readUntil,
  readUntilEnd,
  submitJob,
  untilState,
} from '../../support/media-jobs.ts';
import { expectNamed } from '../../support/named-model.ts';

const input = fc.record({
  route: fc.constantFrom<MediaRoute>('image', 'transcription'),
  fault: fc.constantFrom(...plainFailures),
  serving: fc.integer({ min: 1, max: 5 }),
});

/** The longest and the shortest list on each route for sure. */
const examples = (['image', 'transcription'] as const).flatMap((route) =>
  [5, 1].map((serving) => ({ route, fault: { kind: 'status', status: 500 } as const, serving })),
);

const callsOf = ({ upstreams }: Model) => upstreams.reduce((sum, upstream) => sum + upstream.calls().length, 0);

/** The list: models that fail plainly, up to the one at place `serving`, which serves. */
async function runWithList(
  world: World,
  {
    route,
    fault,
    serving,
  }: { readonly route: MediaRoute; readonly fault: (typeof plainFailures)[number]; readonly serving: number },
) {
  const account = await world.account();
  const models = [];
  for (let place = 0; place <= serving; place += 1)
    models.push(await mediaModel(account, route, [place === serving ? holding() : failing(fault)]));
  const unlisted = await mediaModel(account, route);
  const [first, ...others] = models;
  if (first === undefined) throw new NotExercised('no model');
  const { id, exchange } = await submitJob(account.key, first, { models: others.map(({ id: other }) => other) });
  // An observation of the job after its first failures, which the standing rules judge.
  const last = models.at(-1)?.upstreams[0];
  if ((await last?.call(1, 2_000)) !== undefined) await account.key.job(id);
  last?.release();
  const seen = await readUntil(world, account.key, id, isFinalJob);
  return { account, models, unlisted, seen, exchange };
}

const served = defineCheck({
  rule: 'fallback.media.served',
  input,
  examples,
  cases: 6,
  async decide(world, row) {
    const { account, models, seen, exchange } = await runWithList(world, row);
    const calls = callsOf(models.at(-1) as Model);
    await besideControl(
      () =>
        expectThat(world, seen?.job.state === 'succeeded' && calls === 1, {
          expected: `the job run once by fallback model ${row.serving}, after ${row.serving} models that fail plainly`,
          observed: `state ${String(seen?.job.state ?? 'not final')}, and ${calls} calls of that model`,
          exchanges: [exchange.id],
        }),
      async () => {
        const plain = await submitJob(account.key, await mediaModel(account, row.route));
        await untilState(world, account.key, plain.id, 'succeeded');
      },
    );
  },
});

const listedOnly = defineCheck({
  rule: 'fallback.media.listed-only',
  input: fc.record({
    route: fc.constantFrom<MediaRoute>('image', 'transcription'),
    fault: fc.constantFrom(...plainFailures),
    withList: fc.boolean(),
  }),
  examples: (['image', 'transcription'] as const).flatMap((route) =>
    [false, true].map((withList) => ({ route, fault: { kind: 'status', status: 500 } as const, withList })),
  ),
  cases: 5,
  async decide(world, { route, fault, withList }) {
    const account = await world.account();
    // The models fail differently, so that a job which mixes the two failures is seen.
    const [first, listed, unlisted] = [
      await mediaModel(account, route, [failing(fault)]),
      await mediaModel(account, route, [failing({ kind: 'unauthorized' })]),
      await mediaModel(account, route),
    ];
    const { id, exchange } = await submitJob(account.key, first, withList ? { models: [listed.id] } : {});
    const seen = await readUntilEnd(world, account, id);
    expectThat(world, callsOf(unlisted) === 0 && seen?.job.state !== 'succeeded', {
      expected: 'no model asked that the request does not name',
      observed: `${callsOf(unlisted)} calls of another model, state ${String(seen?.job.state)}`,
      exchanges: [exchange.id],
    });
  },
});

const modelNamed = defineCheck({
  rule: 'fallback.media.model-named',
  input,
  cases: 3,
  async decide(world, row) {
    const { account, models, seen } = await runWithList(world, row);
    if (seen?.job.state !== 'succeeded') throw new NotExercised('no fallback model served');
    const { model } = seen.job;
    controlThat(typeof model === 'string', 'the job names no model', 'job.field.model.present');
    const allowed = models.map(({ id }) => id);
    await expectNamed(world, account.key, { exchange: seen.exchange, named: model, allowed });
  },
});

/** Fallback lists of submissions. */
export default [served, listedOnly, modelNamed];
