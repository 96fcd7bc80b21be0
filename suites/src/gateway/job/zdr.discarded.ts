import {
  besideControl,
  caution,
  codeOf,
  defineCheck,
  type Exchange,
  expectThat,
  NotExercised,
  type World,
} from '@gateproof/harness';
import { hourMs } from '@gateproof/spec';
import { every } from '../../support/every.ts';
import { finishedJob } from '../../support/finished-jobs.ts';
import { fragmentOf } from '../../support/fragment-of.ts';
import { callFor, holding, holdJob, mediaModel, serverError, untilAsked } from '../../support/held-jobs.ts';
import { controlJobCode, jobOf, type MediaRoute, sendSubmission, submitJob } from '../../support/media-jobs.ts';
import { readLagMs } from '../../support/read-lag.ts';
import {
  endCodeOf,
  type HeldZdr,
  holdZdr,
  pass24Hours,
  readAfterDay,
  requireWaiting,
  seenOf,
} from '../../support/zdr-jobs.ts';

/** The second job may be worked at, or wait behind the first (freedoms F013, F108). */
async function secondOfTwo(world: World, route: MediaRoute, isFirstZdr: boolean) {
  const account = await world.account();
  const first = await (isFirstZdr ? holdZdr(world, account, route) : holdJob(account, { route }));
  const model = await mediaModel(account, route, [holding()]);
  const second = await submitJob(account.key, model, fragmentOf(world, 'zdr'));
  const release = () => {
    first.release();
    model.upstreams[0]?.release();
  };
  const held = { ...second, release };
  return { account, held, exchange: await readAfterDay(account, held.id) };
}

/** The first model fails after half a day; the time of the job began with its submission all the same. */
async function failedAfterHours(world: World, route: MediaRoute) {
  const account = await world.account();
  const broken = await mediaModel(account, route, [holding(serverError)]);
  const model = await mediaModel(account, route, [holding()]);
  const held = await submitJob(account.key, broken, { models: [model.id], ...fragmentOf(world, 'zdr') });
  await untilAsked(account, { id: held.id, model: broken });
  await account.advance(12 * hourMs);
  requireWaiting(await account.key.job(held.id), 'half a day');
  broken.upstreams[0]?.release();
  if ((await callFor(account, { id: held.id, model })) === undefined)
    throw new NotExercised('the model behind the failing one is not asked');
  // Counting from the start of the work is a freedom of its own (F108).
  const { created_at, started_at } = jobOf(await account.key.job(held.id)) ?? {};
  if (Date.parse(String(started_at)) - Date.parse(String(created_at)) > hourMs)
    throw new NotExercised('the job counts as started when its fallback is asked');
  const release = () => model.upstreams[0]?.release();
  return { account, held: { ...held, release }, exchange: await readAfterDay(account, held.id, 12 * hourMs) };
}

/** A submission that comes again under its key brings the job back, and no new day for it. */
async function submittedAgain(world: World, route: MediaRoute) {
  const account = await world.account();
  const idempotencyKey = world.unique('key');
  const held = await holdJob(account, { route, extra: fragmentOf(world, 'zdr'), idempotencyKey });
  await account.advance(12 * hourMs);
  requireWaiting(await account.key.job(held.id), 'half a day');
  const again = await sendSubmission(account.key, held.model, fragmentOf(world, 'zdr'), { idempotencyKey });
  // A key may be forgotten within hours (freedom F035).
  if (jobOf(again)?.id !== held.id)
    throw new NotExercised('the submission does not bring the job back after half a day');
  return { account, held, exchange: await readAfterDay(account, held.id, 12 * hourMs) };
}

type Course =
  | HeldZdr
  | 'submitted again'
  | 'after a zdr job'
  | 'after another job'
  | 'behind a model that fails after hours';

function courseOf(world: World, route: MediaRoute, what: Course) {
  if (what === 'submitted again') return submittedAgain(world, route);
  if (what === 'behind a model that fails after hours') return failedAfterHours(world, route);
  if (what === 'after a zdr job' || what === 'after another job')
    return secondOfTwo(world, route, what === 'after a zdr job');
  return pass24Hours(world, route, what);
}

function isGone(exchange: Exchange): boolean {
  return exchange.response?.status === 404 && codeOf(exchange) === 'job_not_found';
}

export default defineCheck({
  rule: 'job.zdr.discarded',
  ...every<readonly [MediaRoute, Course]>(
    ['image', 'a job'],
    ['transcription', 'a job'],
    ['image', 'a retry'],
    ['image', 'after a zdr job'],
    ['image', 'after another job'],
    ['image', 'under an idempotency key'],
    ['image', 'submitted again'],
    ['image', 'with a list'],
    ['image', 'behind a failing model'],
    ['image', 'behind a model that fails after hours'],
  ),
  async decide(world, [route, what]) {
    const { account, held, exchange } = await courseOf(world, route, what);
    if (endCodeOf(exchange) === 'retention_expired') return world.stated();
    const finding = {
      expected: 'failed with retention_expired (or 504 retention_expired) after 24 hours',
      observed: seenOf(exchange),
      exchanges: [exchange.id],
    };
    if (isGone(exchange)) caution(world, finding);
    await world.pause(readLagMs);
    if (endCodeOf(await account.key.job(held.id)) === 'retention_expired') caution(world, finding);
    await account.advance(hourMs);
    const later = await account.key.job(held.id);
    if (endCodeOf(later) === 'retention_expired' || isGone(later)) caution(world, finding);
    await besideControl(
      () => expectThat(world, false, finding),
      async () => {
        // Where jobs run one by one, none ends behind one that is held.
        held.release();
        controlJobCode(await finishedJob(world, account, 'failed', route));
      },
    );
  },
});
