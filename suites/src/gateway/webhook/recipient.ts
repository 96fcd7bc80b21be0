import {
  type Account,
  besideControl,
  caution,
  defineCheck,
  expectThat,
  NotArranged,
  NotExercised,
  promptMs,
  type ReceiverAnswer,
  type WebhookEndpoint,
  type World,
} from '@gateproof/harness';
import { hourMs } from '@gateproof/spec';
import { every } from '../../support/every.ts';
import { type EndState, finishedJob } from '../../support/finished-jobs.ts';
import { discardedJob, holdJob, serverError } from '../../support/held-jobs.ts';
import type { MediaRoute } from '../../support/media-jobs.ts';
import {
  attemptsFor,
  deliveryFor,
  failureFor,
  firstAttempt,
  firstRetryLimitMs,
  inTime,
  listen,
  runOutSchedule,
} from '../../support/webhooks.ts';

const everyKey = defineCheck({
  rule: 'webhook.recipient.every-key',
  ...every<readonly [MediaRoute, 'succeeded' | 'failed' | 'deleted' | 'capped']>(
    ['image', 'succeeded'],
    ['transcription', 'succeeded'],
    ['image', 'failed'],
    ['image', 'deleted'],
    ['image', 'capped'],
  ),
  async decide(world, [route, what]) {
    const { account, webhook } = await listen(world);
    const key = await account.newKey(what === 'capped' ? { monthly_cap_usd: 1_000 } : {});
    const held = await holdJob(account, { route, key, faults: what === 'failed' ? [serverError] : [] });
    // The job is the workspace's; it outlives the key that submitted it.
    if (what === 'deleted') await account.deleteKey(key);
    held.release();
    const delivered = await (what === 'failed'
      ? failureFor(world, account, webhook, held.id)
      : deliveryFor(world, webhook, held.id));
    expectThat(world, delivered !== undefined, {
      expected: `the event of a job that another key of the account submitted${what === 'deleted' ? ', deleted meanwhile' : ''}`,
      observed: `no delivery ${inTime(world)}`,
    });
  },
});

/** States that all endpoints get the event of a discarded job that one gets; `NotExercised` where none gets any. */
async function expectDiscardedAtEach(world: World, count: number): Promise<void> {
  // Without a clock of the gateway's nobody waits for a day.
  if (!world.has('clock')) throw new NotArranged('the clock can not be moved');
  const account = await world.account();
  const webhooks: WebhookEndpoint[] = [];
  for (let made = 0; made < count; made += 1) webhooks.push(await account.webhook({ path: `/${made}` }));
  const id = await discardedJob(world, account);
  const early = await Promise.all(webhooks.map((webhook) => deliveryFor(world, webhook, id, promptMs)));
  if (early.every((exchange) => exchange === undefined)) throw new NotExercised('no event of a discarded job came');
  const reported = await Promise.all(webhooks.map((webhook) => deliveryFor(world, webhook, id)));
  expectThat(world, !reported.includes(undefined), {
    expected: `the event of a discarded job at each of ${count} endpoints`,
    observed: `none at number ${reported.indexOf(undefined) + 1} ${inTime(world)}`,
  });
}

const everyEndpoint = defineCheck({
  rule: 'webhook.recipient.every-endpoint',
  ...every<readonly [number, EndState | 'discarded', 'all stay' | 'one is removed']>(
    [3, 'succeeded', 'all stay'],
    [2, 'failed', 'all stay'],
    [3, 'canceled', 'all stay'],
    [3, 'succeeded', 'one is removed'],
    [2, 'discarded', 'all stay'],
  ),
  async decide(world, [count, state, what]) {
    if (state === 'discarded') return expectDiscardedAtEach(world, count);
    const account = await world.account();
    const webhooks: WebhookEndpoint[] = [];
    for (let made = 0; made < count; made += 1) webhooks.push(await account.webhook({ path: `/${made}` }));
    if (what === 'one is removed') await webhooks.shift()?.remove();
    const { id } = await finishedJob(world, account, state);
    for (const [place, webhook] of webhooks.entries()) {
      const delivered = await deliveryFor(world, webhook, id);
      await besideControl(
        () =>
          expectThat(world, delivered !== undefined, {
            expected: `the event at each of ${webhooks.length} endpoints${what === 'all stay' ? '' : ' beside one that was removed'}`,
            observed: `none at number ${place + 1} ${inTime(world)}`,
          }),
        async () => firstAttempt(world, await listen(world), { state }),
      );
    }
  },
});

/** How often the acknowledging endpoint got each of two jobs, one before and one after an hour of retries at the failing endpoint. */
async function countBesideFailing(world: World, how: 'status' | 'cut'): Promise<readonly number[]> {
  const account = await world.account();
  const failing = await account.webhook({ path: '/failing' });
  const good = await account.webhook({ path: '/good' });
  failing.answer(how === 'cut' ? { kind: 'cut' } : { kind: 'status', status: 500 });
  const first = await finishedJob(world, account, 'succeeded');
  await deliveryFor(world, failing, first.id);
  await deliveryFor(world, good, first.id);
  await account.advance(hourMs);
  const second = await finishedJob(world, account, 'succeeded');
  await deliveryFor(world, good, second.id);
  return [first, second].map(({ id }) => attemptsFor(world, good, id).length);
}

/** One more delivery now and then is legal (freedom F092): so many accounts in a row must show it. */
const rounds = 12;

/** What becomes of an endpoint beside one that always fails: it acknowledges the event at its second attempt, or is removed after its first. */
const fates = {
  'acknowledged on retry': 'acknowledged the event at its second attempt',
  removed: 'was removed',
} as const;
type Fate = keyof typeof fates;

/** How many attempts an endpoint that always fails gets, alone or beside another one. */
async function attemptsAtFailing(world: World, fate?: Fate): Promise<number> {
  const account = await world.account();
  const beside = fate === undefined ? undefined : await account.webhook({ path: '/beside' });
  beside?.answer({ kind: 'status', status: 500 }, { kind: 'status', status: 200 });
  const failing = await account.webhook({ path: '/failing' });
  failing.answer({ kind: 'status', status: 500 });
  const { job } = await firstAttempt(world, { account, webhook: failing });
  if (beside !== undefined) await deliveryFor(world, beside, job.id);
  if (fate === 'removed') await beside?.remove();
  await runOutSchedule(account);
  return attemptsFor(world, failing, job.id).length;
}

const usualAttempts = 8;

/** Who gives up earlier (freedom F091) does so without another endpoint, too; one attempt more or less is no matter of that. */
async function expectUsualSchedule(world: World, fate: Fate): Promise<void> {
  const beside = await attemptsAtFailing(world, fate);
  if (beside >= usualAttempts) return;
  const alone = await attemptsAtFailing(world);
  expectThat(world, beside >= alone - 1, {
    expected: `about ${alone} attempts at an endpoint that fails, as without the one beside it that ${fates[fate]}`,
    observed: `${beside} attempts`,
  });
}

const independent = defineCheck({
  rule: 'webhook.recipient.independent',
  ...every<'status' | 'cut' | Fate>('status', 'cut', 'acknowledged on retry', 'removed'),
  caseLimitMs: 60_000,
  async decide(world, how) {
    if (how === 'acknowledged on retry' || how === 'removed') return expectUsualSchedule(world, how);
    for (let round = 1; ; round += 1) {
      const counts = await countBesideFailing(world, how);
      if (round < rounds && counts.every((count) => count > 0) && counts.some((count) => count > 1)) continue;
      expectThat(
        world,
        counts.every((count) => count === 1),
        {
          expected: 'one delivery of each of two jobs to the endpoint that acknowledges, beside one that fails',
          observed: `${counts.join(' and ')} deliveries`,
        },
      );
      return;
    }
  },
});

const otherAccount = defineCheck({
  rule: 'webhook.recipient.other-account',
  ...every<readonly [MediaRoute, EndState, 'without an endpoint'?]>(
    ['image', 'succeeded'],
    ['transcription', 'succeeded'],
    ['image', 'failed'],
    ['image', 'canceled'],
    ['image', 'succeeded', 'without an endpoint'],
  ),
  async decide(world, [route, state, without]) {
    const listening = await listen(world);
    const theirs =
      without === undefined
        ? (await firstAttempt(world, await listen(world), { route, state })).job
        : await finishedJob(world, await world.account(), state, route);
    await firstAttempt(world, listening, { route });
    const leaked = attemptsFor(world, listening.webhook, theirs.id);
    expectThat(world, leaked.length === 0, {
      expected: "nothing of another account's job",
      observed: `${leaked.length} deliveries`,
      exchanges: leaked.map(({ exchange }) => exchange.id),
    });
  },
});

/** Whether the event comes within half a day. */
async function arrivesInTime(
  account: Account,
  webhook: WebhookEndpoint,
  jobId: string,
  world: World,
): Promise<boolean> {
  const has = () => attemptsFor(world, webhook, jobId).length > 0;
  for (let passedMs = 0; passedMs < firstRetryLimitMs && !has(); passedMs += hourMs) {
    await account.advance(hourMs);
    await world.until(has, 100);
  }
  return world.until(has, promptMs);
}

const nextEvent = defineCheck({
  rule: 'webhook.recipient.next-event',
  ...every<readonly [ReceiverAnswer['kind'], 'at once' | 'after giving up']>(
    ['status', 'at once'],
    ['status', 'after giving up'],
    ['cut', 'at once'],
    ['hang', 'at once'],
  ),
  async decide(world, [kind, when]) {
    const listening = await listen(world);
    const { account, webhook } = listening;
    webhook.answer(kind === 'cut' || kind === 'hang' ? { kind } : { kind: 'status', status: 500 });
    await firstAttempt(world, listening);
    if (kind === 'hang') await account.advance(11_000);
    if (when === 'after giving up') await runOutSchedule(account);
    webhook.answer({ kind: 'status', status: 200 });
    const later = await finishedJob(world, account, 'succeeded');
    const finding = {
      expected: 'the event of a later job at an endpoint that left one unacknowledged',
      observed: `no delivery ${inTime(world)}`,
    };
    const came = async (limitMs?: number) => (await deliveryFor(world, webhook, later.id, limitMs)) !== undefined;
    const isPrompt = await came(when === 'at once' ? promptMs : undefined);
    // An endpoint may count as disabled after so many failures (freedom F091).
    if (!isPrompt && when === 'after giving up') caution(world, finding);
    // A gateway that sends events in order comes to the later one once the earlier one is acknowledged.
    const unlessInOrder = async () => {
      if (await arrivesInTime(account, webhook, later.id, world))
        caution(world, { ...finding, observed: 'none before the earlier event was acknowledged' });
    };
    if (!isPrompt) await unlessInOrder();
    const isHere = isPrompt || (await came());
    // An attempt that hangs may have been given up in real time alone: only then its retry is due on the account's clock.
    if (!isHere && kind === 'hang') await unlessInOrder();
    expectThat(world, isHere, finding);
  },
});

/** Who receives events (Events). */
export default [everyKey, everyEndpoint, independent, otherAccount, nextEvent];
