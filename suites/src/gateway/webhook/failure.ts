import {
  caution,
  defineCheck,
  expectThat,
  NotExercised,
  promptMs,
  type ReceiverAnswer,
  SetupFailed,
  type WebhookEndpoint,
  type World,
} from '@gateproof/harness';
import { type Delivery, dataOf } from '../../support/deliveries.ts';
import { every } from '../../support/every.ts';
import { expectRetryOfRetry, untilFirstRetry } from '../../support/failed-retries.ts';
import { type EndState, endStates, finishedJob } from '../../support/finished-jobs.ts';
import { discardedJob } from '../../support/held-jobs.ts';
import type { MediaRoute } from '../../support/media-jobs.ts';
import { attemptsAtEvent, attemptsFor, deliveryFor, firstAttempt, inTime, listen } from '../../support/webhooks.ts';

/** A gateway may take this status for the end of an endpoint (freedom F091). */
const gone = 410;

/** Of which job the event is, and whether it goes to an endpoint that was added second. */
interface Circumstances {
  readonly state?: EndState;
  readonly route?: MediaRoute;
  readonly second?: boolean;
  /** The attempt that is answered so is a retry itself. */
  readonly onRetry?: boolean;
  /** The endpoint that was added first is removed while the attempt waits for its retry. */
  readonly removesFirst?: boolean;
  readonly meanwhile?: (listening: Awaited<ReturnType<typeof listen>>) => Promise<void>;
}

/** States that an attempt that was answered so is followed by another one within half a day. */
async function expectRetry(
  world: World,
  answer: ReceiverAnswer,
  what: string,
  {
    state = 'succeeded',
    route = 'image',
    second = false,
    removesFirst = false,
    onRetry,
    meanwhile,
  }: Circumstances = {},
): Promise<void> {
  if (onRetry === true) return expectRetryOfRetry(world, answer, what, state);
  const account = await world.account();
  const first = second ? await account.webhook({ path: '/first' }) : undefined;
  const webhook = await account.webhook();
  webhook.answer(answer, { kind: 'status', status: 200 });
  const { job, delivery } = await firstAttempt(world, { account, webhook }, { state, route });
  await meanwhile?.({ account, webhook });
  if (removesFirst) await first?.remove();
  const isEnough = () => attemptsFor(world, webhook, job.id).length >= 2;
  await untilFirstRetry(world, account, isEnough);
  const attempts = attemptsFor(world, webhook, job.id);
  if (attempts.length < 2 && answer.kind === 'status' && answer.status === gone) {
    caution(world, { expected: `another attempt after ${what}`, observed: 'none: 410 ends the attempts' });
  }
  expectThat(world, attempts.length >= 2, {
    expected: `another attempt after ${what}`,
    observed: `none within twelve hours (${state} ${route} job)${otherJobOf(world, webhook, delivery)}`,
    exchanges: attempts.map(({ exchange }) => exchange.id),
  });
}

/** The words for an attempt at the same event that names another job. */
function otherJobOf(world: World, webhook: WebhookEndpoint, first: Delivery): string {
  const id = attemptsAtEvent(world, webhook, first)
    .map((one) => dataOf(one)?.id)
    .find((one) => one !== dataOf(first)?.id);
  return id === undefined ? '' : `, but one at the same event with data.id ${String(id)}`;
}

/** States that each of several endpoints that fail for one event has another attempt within half a day. */
async function expectRetryAtEach(world: World, count: number): Promise<void> {
  const account = await world.account();
  const webhooks: WebhookEndpoint[] = [];
  for (let made = 0; made < count; made += 1) {
    const webhook = await account.webhook({ path: `/${made}` });
    webhook.answer({ kind: 'status', status: 500 }, { kind: 'status', status: 200 });
    webhooks.push(webhook);
  }
  const { id } = await finishedJob(world, account, 'succeeded');
  for (const webhook of webhooks) {
    if ((await deliveryFor(world, webhook, id)) !== undefined) continue;
    throw new SetupFailed(`the event did not come to each endpoint ${inTime(world)}`, {
      prerequisite: 'webhook.recipient.every-endpoint',
    });
  }
  const counts = () => webhooks.map((webhook) => attemptsFor(world, webhook, id).length);
  const isEnough = () => counts().every((attempts) => attempts >= 2);
  await untilFirstRetry(world, account, isEnough);
  expectThat(world, isEnough(), {
    expected: `another attempt at each of ${count} endpoints that answered with 500`,
    observed: `${counts().join(', ')} attempts within twelve hours`,
  });
}

/** States that each of several events that fail at one endpoint has another attempt within half a day. */
async function expectRetryOfEach(world: World, count: number): Promise<void> {
  const account = await world.account();
  const webhook = await account.webhook();
  webhook.answer({ kind: 'status', status: 500 });
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const { id } = await finishedJob(world, account, 'succeeded');
    if ((await deliveryFor(world, webhook, id)) === undefined)
      throw made === 0
        ? new SetupFailed(`the event did not come ${inTime(world)}`, { prerequisite: 'webhook.event.succeeded' })
        : new NotExercised('an event waits until the one before it is acknowledged');
    ids.push(id);
  }
  const counts = () => ids.map((id) => attemptsFor(world, webhook, id).length);
  const isEnough = () => counts().every((attempts) => attempts >= 2);
  await untilFirstRetry(world, account, isEnough);
  expectThat(world, isEnough(), {
    expected: `another attempt at each of ${count} events that one endpoint answered with 500`,
    observed: `${counts().join(', ')} attempts within twelve hours`,
  });
}

/** States that the event of a job that was discarded is attempted again; `NotExercised` where it is not discarded in time. */
async function expectRetryOfDiscarded(world: World): Promise<void> {
  const { account, webhook } = await listen(world);
  webhook.answer({ kind: 'status', status: 500 }, { kind: 'status', status: 200 });
  const id = await discardedJob(world, account);
  await deliveryFor(world, webhook, id, promptMs);
  const [first] = attemptsFor(world, webhook, id);
  if (first === undefined || dataOf(first)?.state !== 'failed')
    throw new NotExercised('no event of a discarded job came');
  const isEnough = () => attemptsFor(world, webhook, id).length >= 2;
  await untilFirstRetry(world, account, isEnough);
  expectThat(world, isEnough(), {
    expected: 'another attempt at the event of a discarded job after an answer with 500',
    observed: 'none within twelve hours',
    exchanges: [first.exchange.id],
  });
}

/** Each status, with jobs of all sorts by turns. As the answer to a retry it may end the attempts (freedom F091). */
function retried(rule: string, statuses: readonly number[], headers: Readonly<Record<string, string>> = {}) {
  const rows = rowsOf(statuses);
  return defineCheck({
    rule,
    ...every(...rows),
    decide: (world, row) => expectRow(world, row, headers),
  });
}

type Row = ReturnType<typeof rowsOf>[number] & Pick<Circumstances, 'onRetry'>;

function rowsOf(statuses: readonly number[]) {
  return statuses.map((status, place) => ({
    status,
    state: endStates[place % 3] ?? 'succeeded',
    route: place % 4 === 3 ? ('transcription' as const) : ('image' as const),
    second: place % 2 === 1,
    removesFirst: place === 3,
  }));
}

function expectRow(world: World, { status, ...of }: Row, headers: Readonly<Record<string, string>> = {}) {
  return expectRetry(world, { kind: 'status', status, headers }, `an answer with ${status}`, of);
}

const serverErrors = rowsOf([500, 501, 502, 503, 504, 505, 511, 520, 599]);

const status5xx = defineCheck({
  rule: 'webhook.failure.status-5xx',
  ...every<Row | 'at three endpoints' | 'of three events' | 'of a discarded job'>(
    ...serverErrors,
    ...serverErrors.slice(4, 5).map((row) => ({ ...row, onRetry: true })),
    'at three endpoints',
    'of three events',
    'of a discarded job',
  ),
  decide(world, row) {
    if (row === 'at three endpoints') return expectRetryAtEach(world, 3);
    if (row === 'of three events') return expectRetryOfEach(world, 3);
    return row === 'of a discarded job' ? expectRetryOfDiscarded(world) : expectRow(world, row);
  },
});

/** Between the event's arrival at one endpoint and its attempt at another one. */
const betweenEndpointsMs = 500;

/** States that an event whose first attempt found nobody listening comes within half a day. That an endpoint is reached at all is shown first. */
async function expectRetryAfterRefusedConnection(world: World): Promise<void> {
  const account = await world.account();
  const webhook = await account.webhook({ path: '/first', ownPort: true });
  const witness = await account.webhook({ path: '/second' });
  const { id: earlier } = await finishedJob(world, account, 'succeeded');
  if ((await deliveryFor(world, webhook, earlier)) === undefined)
    throw new NotExercised(`no event came to a port of its own ${inTime(world)}`);
  await webhook.shut();
  const { id } = await finishedJob(world, account, 'succeeded');
  if ((await deliveryFor(world, witness, id)) === undefined)
    throw new NotExercised(`no event came to the other endpoint ${inTime(world)}`);
  await world.pause(betweenEndpointsMs);
  await webhook.reopen();
  const hasCome = () => attemptsFor(world, webhook, id).length > 0;
  await untilFirstRetry(world, account, hasCome);
  expectThat(world, hasCome(), {
    expected: 'another attempt after a connection that was refused',
    observed: 'none within twelve hours',
  });
}

const connectionLost = defineCheck({
  rule: 'webhook.failure.connection-lost',
  ...every<readonly ['cut' | 'no-http' | 'refused', EndState, 'a retry'?]>(
    ['cut', 'succeeded'],
    ['cut', 'succeeded', 'a retry'],
    ['cut', 'failed'],
    ['cut', 'canceled'],
    ['no-http', 'failed'],
    ['refused', 'succeeded'],
  ),
  decide(world, [kind, state, retry]) {
    if (kind === 'refused') return expectRetryAfterRefusedConnection(world);
    const what = kind === 'cut' ? 'closed without an answer' : 'closed after bytes that are no HTTP';
    return expectRetry(world, { kind }, `a connection that ${what}`, { state, onRetry: retry !== undefined });
  },
});

/** Ten seconds, and more than a busy machine is late. */
const longestSilenceMs = 15_000;

const noAnswer = defineCheck({
  rule: 'webhook.failure.no-answer',
  waits: true,
  ...every(...endStates),
  caseLimitMs: 60_000,
  decide: (world, state) =>
    expectRetry(world, { kind: 'hang' }, 'no answer at all', {
      state,
      async meanwhile({ account, webhook }) {
        await account.advance(11_000);
        // The ten seconds may pass in real time.
        await world.until(() => webhook.deliveries()[0]?.trouble !== undefined, longestSilenceMs);
      },
    }),
});

const elsewhere = { location: 'https://elsewhere.example.com/hook' };

/** Which answers are failures, and lead to another attempt (Receiver obligations and delivery rules, 1 and 2). */
export default [
  retried('webhook.failure.status-4xx', [
    ...[400, 401, 402, 403, 404, 405, 408, 409, 413, 415, 418, 421, 422, 423, 425, 429, 431, 451, 499],
    // Once more, of another job.
    ...[404, 409],
    gone,
  ]),
  status5xx,
  retried('webhook.failure.redirect', [301, 302, 303, 307, 308], elsewhere),
  retried('webhook.failure.redirect-without-location', [300, 304, 302, 305, 399]),
  connectionLost,
  noAnswer,
];
