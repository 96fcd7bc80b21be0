import { type Account, defineCheck, expectThat, NotExercised, type World } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import fc from 'fast-check';
import { finishedJob } from '../../support/finished-jobs.ts';
import { holding, mediaModel, untilAsked } from '../../support/held-jobs.ts';
import { isConflict } from '../../support/idempotent-chat.ts';
import {
  controlJob,
  jobOf,
  type MediaRoute,
  mediaRoutes,
  sendSubmission,
  submitJob,
  untilFinal,
} from '../../support/media-jobs.ts';

const anyRoute = fc.constantFrom(...mediaRoutes);
const times = fc.integer({ min: 1, max: 3 });

/** What a submission may carry besides its inputs. */
async function extraOf(what: string, world: World, account: Account, route: MediaRoute): Promise<object> {
  switch (what) {
    case 'a list':
      return { models: [(await mediaModel(account, route)).id] };
    case 'retry_of':
      return { retry_of: (await finishedJob(world, account, 'failed', route)).id };
    case 'a service object':
      return { [serviceNames(world.prefix).requestField]: {} };
    case 'provider':
      return { provider: {} };
    default:
      return {};
  }
}

interface Other {
  readonly route: MediaRoute;
  readonly others: number;
  /** Whether another job is held, behind which these may have to wait. */
  readonly held: boolean;
}

/** A key is not forgotten because others come after it. */
async function useOtherKeys(world: World, account: Account, { route, others, held }: Other): Promise<void> {
  const model = await mediaModel(account, route);
  for (let sent = 0; sent < others; sent += 4) {
    const keys = Array.from({ length: 4 }, () => world.unique('other'));
    const sentNow = await Promise.all(
      keys.map((idempotencyKey) => sendSubmission(account.key, model, {}, { idempotencyKey })),
    );
    for (const exchange of held ? [] : sentNow) {
      const job = jobOf(exchange);
      if (job !== undefined) await untilFinal(world, account.key, String(job.id), 'job.outcome.succeeded');
    }
  }
}

/** A key of the length that some take for none. */
function shortKey(world: World): string {
  const hash = [...world.unique('key')].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 36 ** 5, 0);
  return hash.toString(36).padStart(5, 'x');
}

function keyOf(world: World, key: string): string {
  if (key === 'unique') return world.unique('key');
  return key === 'short' ? shortKey(world) : key;
}

/** Keys that a careless gateway takes for none. */
const oddKeys = [
  ['image', 'null'],
  ['transcription', '0'],
  ['image', 'short'],
  ['transcription', 'short'],
] as const;

export default defineCheck({
  rule: 'idempotency.media.one-run',
  input: fc.record({
    route: anyRoute,
    count: times,
    held: fc.boolean(),
    with: fc.constant('nothing'),
    others: fc.constantFrom(0, 4),
    key: fc.constant('unique'),
  }),
  examples: [
    ...['a list', 'retry_of', 'a service object', 'provider'].flatMap((what, place) =>
      mediaRoutes.map((route) => ({
        route,
        count: 1,
        held: place % 2 === 0,
        with: what,
        others: place === 3 ? 4 : 0,
        key: 'unique',
      })),
    ),
    ...oddKeys.map(([route, key]) => ({ route, count: 1, held: false, with: 'nothing', others: 0, key })),
    { route: 'image' as const, count: 1, held: false, with: 'nothing', others: 24, key: 'unique' },
  ],
  cases: 17,
  async decide(world, { route, count, held, with: what, others, key }) {
    const account = await world.account();
    const model = await mediaModel(account, route, held ? [holding()] : undefined);
    const idempotencyKey = keyOf(world, key);
    const extra = await extraOf(what, world, account, route);
    const submitted = await sendSubmission(account.key, model, extra, { idempotencyKey });
    // A key that is not unique may have been used before on this target, and then a conflict is right.
    if (key !== 'unique' && isConflict(submitted)) throw new NotExercised('the key is in use already');
    const first = controlJob(submitted, `media.create.${route}`);
    await untilAsked(account, { id: first.id, model });
    await useOtherKeys(world, account, { route, others, held });
    for (let sent = 0; sent < count; sent += 1) await sendSubmission(account.key, model, extra, { idempotencyKey });
    model.upstreams[0]?.release();
    await untilFinal(world, account.key, first.id, 'job.outcome.succeeded');
    // A job of its own marks a moment at which a second run would have been seen.
    const marker = await mediaModel(account, route);
    await untilFinal(world, account.key, (await submitJob(account.key, marker)).id, 'job.outcome.succeeded');
    expectThat(world, model.upstreams[0]?.calls().length === 1, {
      expected: `one call of the endpoint for ${count + 1} submissions under one key`,
      observed: `${model.upstreams[0]?.calls().length} calls`,
      exchanges: [first.exchange.id],
    });
  },
});
