import {
  controlThat,
  type Delivery,
  describeAnswer,
  type EventType,
  type Exchange,
  eventTypes,
  NotExercised,
  type ReceiverWorld,
  SetupFailed,
  type WebhookEvent,
} from '@gateproof/harness';
import { hourMs, secondMs } from '@gateproof/spec';
import { controlForged, controlGenuine, deliverPersistently, isAcknowledged } from './acknowledged.ts';
import { inBatches } from './batches.ts';
import { signedBy } from './both-secrets.ts';
import { effectsIfSeen } from './effects.ts';
import { isQuick } from './refused-in-forms.ts';
import { type EventInForm, firstInForms } from './repeats-in-forms.ts';
import { richEvents } from './rich-events.ts';

const hourS = hourMs / secondMs;
const wrong = 'a'.repeat(64);

/** Deliveries that a receiver takes or refuses as before, and the rule that says so. */
interface Known {
  readonly rule: string;
  readonly what: string;
  readonly delivery: Omit<Delivery, 'event'>;
}

function otherSecretOf(world: ReceiverWorld): string | undefined {
  try {
    return world.otherSecret();
  } catch (thrown) {
    if (thrown instanceof NotExercised) return undefined;
    throw thrown;
  }
}

function refused(world: ReceiverWorld): readonly Known[] {
  const nowS = Math.floor(world.nowS());
  const other = otherSecretOf(world);
  const nobody = `whsec_${world.unique('nobody')}`;
  return [
    { rule: 'forged.wrong-secret', what: 'signed with another secret', delivery: { secret: nobody } },
    { rule: 'forged.unsigned', what: 'without a signature', delivery: { signature: null } },
    { rule: 'forged.empty-secret', what: 'signed with an empty secret', delivery: { secret: '' } },
    ...(other === undefined
      ? []
      : [
          {
            rule: 'forged.other-endpoint',
            what: "signed with another endpoint's secret",
            delivery: { secret: other },
          },
        ]),
    { rule: 'time.stale', what: 'whose t is an hour old', delivery: { timestamp: nowS - hourS } },
    { rule: 'time.far-future', what: 'whose t is an hour ahead', delivery: { timestamp: nowS + hourS } },
  ];
}

function taken(world: ReceiverWorld): readonly Known[] {
  const [, previous] = world.secrets;
  const second: Known = {
    rule: 'rotation.second-matches',
    what: 'of whose two v1 the second matches',
    delivery: { signature: ({ t, v1 }) => `t=${t},v1=${wrong},v1=${v1}` },
  };
  return previous === undefined
    ? [second]
    : [
        second,
        { rule: 'rotation.previous-secret', what: 'that the previous secret signs', delivery: { secret: previous } },
      ];
}

interface AfterRestart extends Known {
  readonly event: WebhookEvent;
}

/** A new event of each type, and each that was handled before, in all that must be refused. */
function refusedOf(world: ReceiverWorld, handled: readonly WebhookEvent[]): readonly AfterRestart[] {
  return refused(world).flatMap((known) => [
    ...eventTypes.map((type) => ({ ...known, event: world.event(type), what: `${known.what}, of a ${type},` })),
    ...handled.map((event) => ({
      ...known,
      event,
      what: `${known.what}, of a ${event.type} that was handled before,`,
    })),
  ]);
}

/**
 * A receiver that was just restarted verifies as before. Throws `SetupFailed` for what it takes or refuses otherwise, so that the rule about that is
 * broken where it held before.
 */
export async function controlVerifiesAfterRestart(
  world: ReceiverWorld,
  type: EventType,
  handled: readonly WebhookEvent[],
): Promise<void> {
  const judge = (exchange: Exchange, { rule, what }: Pick<Known, 'rule' | 'what'>, isTaken: boolean) =>
    controlThat(
      isAcknowledged(exchange) === isTaken,
      `right after a restart, a delivery ${what} is ${isTaken ? 'not acknowledged' : 'not refused'}: ${describeAnswer(exchange)}`,
      `receiver.${rule}`,
    );
  await controlForged(world);
  for (const known of refused(world))
    judge(await world.deliver({ event: world.event(type), ...known.delivery }), known, false);
  if (world.takesMany) {
    for (const batch of inBatches(world, refusedOf(world, handled))) {
      const exchanges = await Promise.all(batch.map(({ event, delivery }) => world.deliver({ event, ...delivery })));
      for (const [place, known] of batch.entries()) {
        const exchange = exchanges[place];
        if (exchange !== undefined) judge(exchange, known, false);
      }
      // Who takes its time for a refusal gets few.
      if (!isQuick(exchanges)) break;
    }
  }
  await controlGenuine(world, type);
  for (const one of typesTaken(world, type, handled)) {
    for (const known of taken(world))
      judge(await deliverPersistently(world, { event: world.event(one), ...known.delivery }), known, true);
    if (world.secrets.length < 2) continue;
    const event = world.event(one);
    const both = await deliverPersistently(world, { event, signature: signedBy(event, world.secrets) });
    judge(both, { rule: 'rotation.new-secret', what: 'that both secrets sign' }, true);
  }
}

/** A receiver that takes many at once is asked with each type that it handled before. */
function typesTaken(world: ReceiverWorld, type: EventType, handled: readonly WebhookEvent[]): readonly EventType[] {
  const others = world.takesMany ? eventTypes.filter((one) => handled.some((event) => event.type === one)) : [];
  return [type, ...others.filter((one) => one !== type)];
}

/** What a step relied on that did not hold; undefined: it held. */
export async function failureOf(step: Promise<void>): Promise<SetupFailed | undefined> {
  try {
    await step;
    return undefined;
  } catch (thrown) {
    if (thrown instanceof SetupFailed) return thrown;
    throw thrown;
  }
}

/** Delivers what was handled before a restart once more, and returns the exchange. Throws `SetupFailed` where that is not acknowledged. */
export async function controlAcknowledgedAgain(send: () => Promise<Exchange>): Promise<Exchange> {
  const exchange = await send();
  controlThat(
    isAcknowledged(exchange),
    `an event that was handled before a restart is not acknowledged when it comes again after it: ${describeAnswer(exchange)}`,
    'receiver.duplicate.acknowledged',
  );
  return exchange;
}

/** Events in all forms, and with long ids, each delivered once; those that were acknowledged. */
export async function firstBeforeRestart(world: ReceiverWorld): Promise<readonly EventInForm[]> {
  const inForms: EventInForm[] = [];
  for (const type of eventTypes) inForms.push(...(await firstInForms(world, type)));
  const all = world.takesMany ? [...inForms, ...(await withLongIds(world))] : [];
  // What comes late has come by then.
  if (all.length > 0)
    await effectsIfSeen(
      world,
      all.map(({ event }) => event),
    );
  return all;
}

async function withLongIds(world: ReceiverWorld): Promise<readonly EventInForm[]> {
  const long: EventInForm[] = [];
  for (const type of eventTypes) {
    const event = richEvents(world, type).at(-1)?.event;
    if (event === undefined) continue;
    const send = (forge?: Parameters<EventInForm['send']>[0]) =>
      deliverPersistently(world, { event, ...forge?.(event, world) });
    const form = { what: 'with long ids', aspect: 'text', hasOutputs: true } as const;
    if (isAcknowledged(await send())) long.push({ event, form, send });
  }
  return long;
}
