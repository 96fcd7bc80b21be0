import {
  controlThat,
  defineCheck,
  type EventType,
  eventTypes,
  expectThat,
  NotExercised,
  type ReceiverWorld,
  type WebhookEvent,
} from '@gateproof/harness';
import fc from 'fast-check';
import { every } from '../support/every.ts';
import {
  controlAcknowledged,
  controlGenuine,
  deliverPersistently,
  isAcknowledged,
} from '../support/receiver/acknowledged.ts';
import {
  controlAcknowledgedAgain,
  controlVerifiesAfterRestart,
  failureOf,
  firstBeforeRestart,
} from '../support/receiver/after-restart.ts';
import { inBatches } from '../support/receiver/batches.ts';
import {
  type ReceiverCheck,
  receiverCaseLimitMs,
  unlessTypeRefused,
} from '../support/receiver/define-receiver-check.ts';
import { effectsIfSeen, effectsOf, expectOneEffect, hasEffect } from '../support/receiver/effects.ts';
import { madeAnew } from '../support/receiver/made-anew.ts';
import { isQuick } from '../support/receiver/refused-in-forms.ts';
import { type EventInForm, expectOneEffectEach, firstInForms, requires } from '../support/receiver/repeats-in-forms.ts';

/** A command that restarts a receiver may take its time, and so may an effect. */
const restartLimitMs = 2 * receiverCaseLimitMs;

/** An observer may have forgotten at a restart what it counted before. */
const mayLack = { mayBeNone: true };

/** So many come between the first and the last event before a restart, where the receiver takes many at once. */
const between = 24;

/** Of these events, each delivered, those that had one effect. What a receiver does about a type is its own business, but for job.succeeded, which stands last. */
async function handledOf(world: ReceiverWorld, events: readonly WebhookEvent[]): Promise<readonly WebhookEvent[]> {
  const acknowledged: WebhookEvent[] = [];
  for (const event of events) {
    const exchange = await deliverPersistently(world, { event });
    if (event.type === 'job.succeeded') controlAcknowledged(exchange, event.type);
    if (isAcknowledged(exchange)) acknowledged.push(event);
  }
  const last = acknowledged.slice(-1);
  const [count] = await effectsOf(world, last);
  controlThat(count === 1, `an event has ${count} effects at its first delivery`, 'receiver.duplicate.handled-once');
  // Those of one type may come later than those of another.
  const counts = await world.effects(acknowledged, last[0] ?? world.event());
  return acknowledged.filter((_, place) => counts[place] === 1);
}

/** An event of each type, a job.succeeded last. */
const ofEachType = (world: ReceiverWorld) => eventTypes.toReversed().map((type) => world.event(type));

/** A receiver that was restarted knows what it has handled, and its observer may have forgotten how often. */
const afterRestart = defineCheck<EventType, ReceiverWorld>({
  rule: 'receiver.duplicate.after-restart',
  ...every('job.succeeded'),
  caseLimitMs: receiverCaseLimitMs,
  waits: true,
  decide: async (world, type) => {
    await controlGenuine(world, type);
    const oldest = await handledOf(world, [world.event(type)]);
    const length = world.takesMany ? between : 0;
    await Promise.all(Array.from({ length }, () => deliverPersistently(world, { event: world.event(type) })));
    const inForms = await firstBeforeRestart(world);
    const events = [...oldest, ...(await handledOf(world, ofEachType(world)))];
    await world.restart();
    const failed = await failureOf(controlVerifiesAfterRestart(world, type, events));
    const before = await effectsOf(world, events, mayLack);
    for (const [place, event] of events.entries()) expectNoneByRestart(world, event, before[place]);
    for (const [place, event] of events.entries()) {
      // What was handled just before the restart comes again as a gateway makes it anew.
      const again = place < oldest.length ? event : madeAnew(world, event);
      await controlAcknowledgedAgain(() => deliverPersistently(world, { event: again }));
    }
    const after = await effectsOf(world, events, mayLack);
    for (const [place, event] of events.entries()) {
      const finding = {
        expected: `no further effect of a ${event.type} that comes again after a restart of the receiver`,
        observed: `${before[place]} effects after the restart, ${after[place]} after the event came again`,
      };
      expectThat(world, after[place] === before[place], finding);
    }
    await expectNoFurtherEffect(world, inForms);
    await expectNoneAtOnce(world, events, after);
    if (failed !== undefined) throw failed;
  },
});

/** Once more after a second restart, at the first moment: what a receiver reads at its start it may not have read then, and what it writes anew lacks what it wrote before. */
async function expectNoneAtOnce(
  world: ReceiverWorld,
  events: readonly WebhookEvent[],
  before: readonly number[],
): Promise<void> {
  await world.restart();
  const again = (event: WebhookEvent) => controlAcknowledgedAgain(() => deliverPersistently(world, { event }));
  if (world.takesMany) await Promise.all(events.map(again));
  else for (const event of events) await again(event);
  const after = await effectsOf(world, events, mayLack);
  for (const [place, event] of events.entries()) {
    const finding = {
      expected: `no further effect of a ${event.type} that was handled before two restarts of the receiver and comes again right after the second`,
      observed: `${before[place]} effects before the second restart, ${after[place]} after the event came again`,
    };
    expectThat(world, (after[place] ?? 0) <= (before[place] ?? 0), finding);
  }
}

/** Of an event that had one effect, or none yet, before a restart, and did not come again since: whatever else an observer forgets, it counts no second one. */
function expectNoneByRestart(world: ReceiverWorld, { type }: WebhookEvent, count = 0): void {
  expectThat(world, count <= 1, {
    expected: `no further effect of a ${type} that was acknowledged before a restart of the receiver and did not come again`,
    observed: `${count} effects after the restart`,
  });
}

/** The same of events in all forms of delivery. */
async function expectNoFurtherEffect(world: ReceiverWorld, inForms: readonly EventInForm[]): Promise<void> {
  const events = inForms.map(({ event }) => event);
  const before = await effectsIfSeen(world, events, mayLack);
  if (before === undefined || events.length === 0) return;
  for (const batch of inBatches(world, inForms)) {
    const exchanges = await Promise.all(batch.map(({ send }) => controlAcknowledgedAgain(send)));
    // Who takes its time for a repeat gets few.
    if (!isQuick(exchanges)) break;
  }
  const after = (await effectsIfSeen(world, events, mayLack)) ?? before;
  const again = inForms.findIndex((_, place) => (after[place] ?? 0) > (before[place] ?? 0));
  const found = inForms[again];
  if (found === undefined) return;
  requires(world, [found.form], () =>
    expectThat(world, false, {
      expected: `no further effect of an event that came in a delivery ${found.form.what}, and comes again after a restart of the receiver`,
      observed: `${before[again]} effects after the restart, ${after[again]} after the event came again`,
    }),
  );
}

/** What was acknowledged is safe: a restart right after it neither loses the event nor that it was handled. */
const beforeRestart = defineCheck<EventType, ReceiverWorld>({
  rule: 'receiver.duplicate.before-restart',
  ...every('job.succeeded'),
  caseLimitMs: restartLimitMs,
  waits: true,
  decide: async (world, type) => {
    await controlGenuine(world, type);
    const handled = await handledOf(world, ofEachType(world));
    const events = await acknowledgedBeforeRestart(world, handled);
    const seen = handled.find((event) => event.type === type) ?? world.event(type);
    const [kept, ...ofEvents] = await effectsOf(world, [seen, ...events], mayLack);
    expectNoneByRestart(world, seen, kept);
    for (const [place, event] of events.entries()) expectNoneByRestart(world, event, ofEvents[place]);
    if (kept !== 1) return expectKeptLikeEarlier(world, seen);
    for (const event of events) {
      const finding = {
        expected: `an effect of a ${event.type} that was acknowledged just before a restart of the receiver`,
        observed: 'no effect',
      };
      expectThat(world, await hasEffect(world, event, seen), finding);
    }
    for (const event of events) await deliverPersistently(world, { event });
    const counts = await effectsOf(world, events);
    for (const [place, event] of events.entries()) {
      const finding = {
        expected: `one effect of a ${event.type} that was acknowledged just before a restart of the receiver and came again after it`,
        observed: `${counts[place]} effects`,
      };
      expectThat(world, counts[place] === 1, finding);
    }
  },
});

/** Restarts the receiver right after it has acknowledged an event of each type that these have, and returns them. */
async function acknowledgedBeforeRestart(
  world: ReceiverWorld,
  handled: readonly WebhookEvent[],
): Promise<readonly WebhookEvent[]> {
  const types = eventTypes.filter((one) => handled.some((event) => event.type === one));
  const events = types.map((one) => world.event(one));
  await world.restart(async () => {
    const deliver = async (event: WebhookEvent) =>
      ({ event, exchange: await deliverPersistently(world, { event }) }) as const;
    const sent = world.takesMany ? await Promise.all(events.map(deliver)) : [];
    if (!world.takesMany) for (const event of events) sent.push(await deliver(event));
    for (const [place, { exchange }] of sent.entries()) controlAcknowledged(exchange, types[place]);
  });
  return events;
}

/** Who saves at intervals what it has taken has saved it by then. */
const savedAfterMs = 8_000;

/**
 * Where an event that was handled is out of sight after a restart, either the observer forgets, or the receiver lost the newest. An event that was handled
 * some seconds earlier shows which: where it is kept, what was acknowledged later and is out of sight must not be handled for the first time, or again, when
 * it comes again. An observer that forgets does not show an effect then either.
 */
async function expectKeptLikeEarlier(world: ReceiverWorld, early: WebhookEvent): Promise<void> {
  await deliverPersistently(world, { event: early });
  const forgets = () => new NotExercised('the observer does not count after a restart what had an effect before it');
  const [again] = await effectsOf(world, [early], mayLack);
  if (again !== 1) throw forgets();
  await world.pause(savedAfterMs);
  const late = await acknowledgedBeforeRestart(world, [early]);
  const [kept, ...before] = await effectsOf(world, [early, ...late], mayLack);
  for (const [place, event] of [early, ...late].entries()) expectNoneByRestart(world, event, [kept, ...before][place]);
  if (kept !== 1) throw forgets();
  for (const event of late) await deliverPersistently(world, { event });
  const after = await effectsOf(world, late, mayLack);
  for (const [place, event] of late.entries()) {
    const finding = {
      expected: `an effect of a ${event.type} that was acknowledged just before a restart of the receiver, as of one that was handled ${savedAfterMs / 1000} s earlier`,
      observed: `${before[place]} effects after the restart, ${after[place]} after the event came again`,
    };
    expectThat(world, (before[place] !== 0 || after[place] === 0) && (after[place] ?? 0) <= 1, finding);
  }
  throw forgets();
}

/** How an event may come again late: the pause counts where there is one, else the events between. */
interface LateRepeat {
  readonly type: EventType;
  readonly pauseS: number;
}

/** Of the first type so many that a memory of the newest thousand does not suffice. */
const batchesOf = (type: EventType) => (type === eventTypes[0] ? 24 : 6);

const afterManyOthers = (type: EventType) => ({
  what: 'an event that comes again after many other events',
  async again(world: ReceiverWorld, event: WebhookEvent) {
    const beganS = world.nowS();
    await deliverPersistently(world, { event });
    // A receiver that takes its time gets fewer.
    for (let batch = 0; batch < batchesOf(type) && world.nowS() - beganS < 10; batch += 1) {
      const length = world.takesMany ? 50 : 2;
      await Promise.all(Array.from({ length }, () => deliverPersistently(world, { event: world.event(type) })));
    }
    await deliverPersistently(world, { event });
    await world.deliver({ event: world.event(type), secret: `whsec_${world.unique('nobody')}` });
    await deliverPersistently(world, { event: madeAnew(world, event) });
  },
});

const afterPause = (pauseS: number) => ({
  what: `an event that comes again after ${pauseS} s`,
  async again(world: ReceiverWorld, event: WebhookEvent) {
    await deliverPersistently(world, { event });
    await world.pause(pauseS * 1000);
    await deliverPersistently(world, { event });
  },
});

const pauseS = 13;
const longestPauseS = 61;
const pausesS = [...Array.from({ length: 9 }, () => 0), pauseS, longestPauseS];

/** Retries spread over most of a day. One case of a standard run waits for some seconds, a few of those that a thorough run draws up to a minute. */
const later = defineCheck<LateRepeat, ReceiverWorld>({
  rule: 'receiver.duplicate.later',
  input: fc.record({ type: fc.constantFrom(...eventTypes), pauseS: fc.constantFrom(...pausesS) }),
  examples: [{ type: 'job.succeeded', pauseS }, ...eventTypes.map((type) => ({ type, pauseS: 0 }))],
  cases: eventTypes.length + 1,
  caseLimitMs: receiverCaseLimitMs,
  waits: true,
  describe: ({ type, pauseS }) => (pauseS === 0 ? type : `${type}, again after ${pauseS} s`),
  decide: (world, { type, pauseS }) =>
    unlessTypeRefused(world, type, async () => {
      await controlGenuine(world, type);
      // Only one case waits, so that it has the forms of all types.
      const ofTypes = (pauseS === 0 ? [type] : eventTypes).map((one) => firstInForms(world, one));
      const others = (await Promise.all(ofTypes)).flat();
      const repeat = pauseS === 0 ? afterManyOthers(type) : afterPause(pauseS);
      await expectOneEffect(world, type, repeat);
      await expectOneEffectEach(world, others, { what: repeat.what, again: ({ send }) => send() });
    }),
});

/** How long a receiver remembers what it has handled (Receiver obligations, 3). */
const lasting: readonly ReceiverCheck[] = [afterRestart, beforeRestart, later];
export default lasting;
