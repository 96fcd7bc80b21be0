import {
  type Account,
  type Exchange,
  isObject,
  NotArranged,
  NotExercised,
  promptMs,
  SetupFailed,
  type WebhookEndpoint,
  type World,
} from '@gateproof/harness';
import { hourMs } from '@gateproof/spec';
import { letAnswerTravel } from './answer-travel.ts';
import { type Delivery, dataOf, deliveryOf } from './deliveries.ts';
import { type EndState, finishedJob } from './finished-jobs.ts';
import { jobOf, type MediaRoute, readUntilEnd, type SubmittedJob } from './media-jobs.ts';
import { patiently } from './patiently.ts';

/** Beyond the end of every schedule that a freedom tolerates. */
const beyondMs = 60 * hourMs;
const stepMs = 6 * hourMs;
/** Latest that a first retry comes after its failure. */
export const firstRetryLimitMs = 12 * hourMs;

/** The rule that a missing first delivery breaks, by the state of the job. */
export const eventRules = {
  succeeded: 'webhook.event.succeeded',
  failed: 'webhook.event.failed',
  canceled: 'webhook.event.canceled',
} as const;

/** An account with an endpoint of ours. */
export async function listen(
  world: World,
  options: { readonly rotating?: boolean } = {},
): Promise<{ readonly account: Account; readonly webhook: WebhookEndpoint }> {
  const account = await world.account();
  return { account, webhook: await account.webhook(options) };
}

/** Ends a job and waits for the first attempt at its event; `SetupFailed` when none comes. */
export async function firstAttempt(
  world: World,
  { account, webhook }: { readonly account: Account; readonly webhook: WebhookEndpoint },
  options: { readonly state?: EndState; readonly route?: MediaRoute; readonly extra?: object } = {},
): Promise<{ readonly job: SubmittedJob; readonly delivery: Delivery }> {
  const { state = 'succeeded', route = 'image', extra = {} } = options;
  const job = await finishedJob(world, account, state, route, extra);
  const exchange = await deliveryFor(world, webhook, job.id);
  if (exchange === undefined) {
    throw new SetupFailed(`no event of the ${state} job ${job.id} arrived ${inTime(world)}`, {
      prerequisite: isDelivered(world, job.id) ? 'webhook.recipient.every-endpoint' : eventRules[state],
    });
  }
  return { job, delivery: deliveryOf(exchange, world.prefix) };
}

/** Whether any endpoint of ours got an event of the job. */
function isDelivered(world: World, jobId: string): boolean {
  const deliveries = world.exchanges().filter(({ side }) => side === 'delivery');
  return deliveries.some((exchange) => dataOf(deliveryOf(exchange, world.prefix))?.id === jobId);
}

/** How long the first attempt at an event is waited for, as findings write it. */
export const inTime = (world: World) => `within ${world.patience.limitMs / 1_000} s`;
const leastTravelMs = 80;

/** The first attempt at the event of a job; undefined when none arrived within the limit. Default: as long as the run has patience. */
export async function deliveryFor(
  world: World,
  webhook: WebhookEndpoint,
  jobId: string,
  limitMs?: number,
): Promise<Exchange | undefined> {
  const find = () => attemptsFor(world, webhook, jobId)[0]?.exchange;
  const isHere = () => find() !== undefined;
  const arrived = await (limitMs === undefined ? patiently(world, isHere) : world.until(isHere, limitMs));
  // Our answer is on its way: the clock must not be moved beyond the ten seconds before the target has read it.
  if (arrived) await letAnswerTravel(world, leastTravelMs);
  return find();
}

/** As `deliveryFor`, of a job whose endpoint has failed: where the job does not end in real time, the account's clock is moved on to its end. */
export async function failureFor(
  world: World,
  account: Account,
  webhook: WebhookEndpoint,
  jobId: string,
): Promise<Exchange | undefined> {
  const delivered = await deliveryFor(world, webhook, jobId, promptMs);
  if (delivered !== undefined) return delivered;
  if (jobOf(await account.key.job(jobId)) !== undefined) await readUntilEnd(world, account, jobId);
  return deliveryFor(world, webhook, jobId);
}

/** All attempts so far at the events of a job, in order. */
export function attemptsFor(world: World, webhook: WebhookEndpoint, jobId: string): readonly Delivery[] {
  return webhook
    .deliveries()
    .map((exchange) => deliveryOf(exchange, world.prefix))
    .filter((delivery) => dataOf(delivery)?.id === jobId);
}

/** All attempts so far at one event, by its id, or at the events of its job. */
export function attemptsAtEvent(world: World, webhook: WebhookEndpoint, first: Delivery): readonly Delivery[] {
  const [event, job] = [first.event?.id, dataOf(first)?.id];
  return webhook
    .deliveries()
    .map((exchange) => deliveryOf(exchange, world.prefix))
    .filter((one) => dataOf(one)?.id === job || (event !== undefined && one.event?.id === event));
}

/** Lets the account's clock run far beyond every schedule, in steps, or until enough has been seen. */
export async function runOutSchedule(account: Account, isEnough: () => boolean = () => false): Promise<void> {
  for (let passedMs = 0; passedMs < beyondMs && !isEnough(); passedMs += stepMs) await account.advance(stepMs);
}

/** Longest step of the clock while an answer may be held back: with six more seconds the target still waits for it. */
const heldStepMs = 2_000;
const longestFirstGapMs = 330_000;

/** Lets the clock run until the endpoint has had so many deliveries, in steps of two seconds at most; `NotExercised` when a gap is too long for that. */
export async function untilAttempts(
  world: World,
  { account, webhook }: { readonly account: Account; readonly webhook: WebhookEndpoint },
  count: number,
): Promise<void> {
  const had = () => webhook.deliveries().length;
  for (let waitedMs = 0; had() < count; ) {
    if (waitedMs > longestFirstGapMs)
      throw new NotExercised(`attempt ${count} did not come within ${longestFirstGapMs / 1000} s`);
    const stepMs = Math.max(500, Math.min(heldStepMs, Math.floor(waitedMs / 10)));
    await account.advance(stepMs);
    // A retry that has just left arrives for real.
    if (had() < count) await world.until(() => had() >= count, 2);
    waitedMs += stepMs;
  }
}

/** An attempt at a moment on the account's clock that lies between two bounds, in ms. */
export interface TimedAttempt {
  readonly delivery: Delivery;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Steps while a wait has lasted so long: fine at first, then a share of the wait; a larger one where attempts date themselves. */
const finestStepMs = 15_000;
const shareOfWait = 1 / 15;
const shareOfDatedWait = 1 / 4;
const longestQuietMs = 50 * hourMs;
/** No schedule has more attempts. What comes all the same is for rules that run the clock on without looking so closely. */
const attemptsOfSchedule = 8;
/** After so many steps it is known how long one takes. */
const measuredSteps = 20;
/** A schedule takes up to four hundred steps: where each takes longer, a run has time for few schedules. */
const slowStepMs = 100;
/** Longest real time that one schedule may take where steps are slow. */
export const scheduleLimitMs = 300_000;

/** How a schedule is timed. */
export interface TimingOptions {
  /** Default false. */
  readonly isOneOfSeveral?: boolean;
  /** Default: none is. */
  readonly isDated?: (attempt: TimedAttempt) => boolean;
}

/**
 * Lets the clock run in small steps and notes between which moments each attempt came, until there were eight or the schedule is over. Where
 * `isDated` says of the attempts so far that they show themselves when they came, the steps are larger. One of several schedules that a rule looks at is
 * `NotArranged` where each step takes long.
 */
export async function timeAttempts(
  world: World,
  account: Account,
  webhook: WebhookEndpoint,
  jobId: string,
  { isOneOfSeveral = false, isDated = () => false }: TimingOptions = {},
): Promise<readonly TimedAttempt[]> {
  const seen: TimedAttempt[] = [];
  const beganMs = world.elapsedMs();
  let nowMs = await account.now();
  const take = (fromMs: number, untilMs: number) => {
    for (const delivery of attemptsFor(world, webhook, jobId).slice(seen.length))
      seen.push({ delivery, fromMs, untilMs });
  };
  take(nowMs - 1_000, nowMs);
  let lastMs = nowMs;
  for (let steps = 0; seen.length < attemptsOfSchedule && nowMs - lastMs < longestQuietMs; steps += 1) {
    if (isOneOfSeveral && steps === measuredSteps && world.elapsedMs() - beganMs > measuredSteps * slowStepMs)
      throw new NotArranged('the clock is moved too slowly for more than one schedule');
    // The first is dated by when its job ended; a retry shows whether it is dated anew.
    const share = seen.length > 1 && seen.every(isDated) ? shareOfDatedWait : shareOfWait;
    const stepMs = Math.max(finestStepMs, Math.floor((nowMs - lastMs) * share));
    await account.advance(stepMs);
    const before = seen.length;
    take(nowMs, nowMs + stepMs);
    nowMs += stepMs;
    if (seen.length > before) lastMs = nowMs;
  }
  return seen;
}

/** The event of a delivery names this type. */
export function typeOf({ event }: Delivery): unknown {
  return isObject(event) ? event.type : undefined;
}
