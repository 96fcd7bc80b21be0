import {
  type Delivery,
  type EventType,
  type Exchange,
  isTroubled,
  NotExercised,
  type ReceiverWorld,
} from '@gateproof/harness';
import { limitOf } from '@gateproof/spec';
import {
  acknowledges,
  controlGenuine,
  controlVerifies,
  deliverAll,
  deliverPersistently,
  expectAcknowledged,
  isAcknowledged,
} from '../support/receiver/acknowledged.ts';
import { type ReceiverCheck, receiverCheck } from '../support/receiver/define-receiver-check.ts';
import { expectHandledIfSeen } from '../support/receiver/effects.ts';
import { acknowledgesNearBoundary } from '../support/receiver/near-boundary.ts';
import { expectRefused } from '../support/receiver/refused.ts';
import { isQuick, refusesInForms } from '../support/receiver/refused-in-forms.ts';

const toleranceS = limitOf('webhook signature tolerance');
/** How far a receiver's clock may be off (freedom F154). */
const clockErrorS = 5;
const tries = 5;
/** Beyond the boundary for every clock that may be off; what is ahead gets nearer while its delivery is under way. */
const beyondS = { past: clockErrorS + 1, future: 30 };

interface Boundary {
  readonly what: string;
  readonly accepted: boolean;
  /** The boundary that a clock which is off moves the same way. */
  readonly opposite: string;
  /** `t` from the time of sending, in seconds; the margin leads away from the boundary. */
  t(nowS: number, marginS: number): number;
}

/**
 * Boundaries at which a receiver that counts whole seconds and one that counts fractions must agree, given that the delivery
 * arrives in the second in which it was sent.
 */
const boundaries: Readonly<Record<string, Boundary>> = {
  'past-within': {
    what: 'a delivery whose t is 300 seconds old',
    accepted: true,
    opposite: 'future-beyond',
    t: (nowS, marginS) => Math.floor(nowS) + 1 - toleranceS + marginS,
  },
  'past-beyond': {
    what: 'a delivery whose t is 301 seconds old',
    accepted: false,
    opposite: 'future-within',
    t: (nowS, marginS) => Math.floor(nowS) - toleranceS - 1 - marginS,
  },
  'future-within': {
    what: 'a delivery whose t is 300 seconds ahead',
    accepted: true,
    opposite: 'past-beyond',
    t: (nowS, marginS) => Math.floor(nowS) + toleranceS - marginS,
  },
  'future-beyond': {
    what: 'a delivery whose t is 301 seconds ahead',
    accepted: false,
    opposite: 'past-within',
    t: (nowS, marginS) => Math.floor(nowS) + toleranceS + 1 + marginS,
  },
};

/** Delivers at a boundary within one second, and returns the exchange with whether it was answered as it should be. */
async function deliverAt(world: ReceiverWorld, type: EventType, boundary: Boundary, marginS: number) {
  let found = await tryAt(world, type, boundary, marginS);
  // What one case sends may wait for what others send.
  if (found === undefined && !world.takesMany)
    await world.alone(async () => {
      found = await tryAt(world, type, boundary, marginS);
    });
  found ??= await tryUnderWay(world, type, boundary, marginS);
  if (found === undefined) throw new NotExercised('no delivery was answered within the second in which it was sent');
  return found;
}

/** As long as answers may take, in seconds. */
const underWayS = [4, 11] as const;

/** Who verifies some seconds after a delivery came is asked so many seconds away from the boundary. */
async function tryUnderWay(
  world: ReceiverWorld,
  type: EventType,
  boundary: Boundary,
  marginS: number,
): Promise<AtBoundary | undefined> {
  for (const waitS of underWayS) {
    const found = await deliverOnce(world, type, boundary, marginS + waitS);
    if (boundary.accepted && isTroubled(found.exchange)) continue;
    if (found.holds || world.nowS() - found.sentS < waitS) return found;
  }
  return undefined;
}

interface AtBoundary {
  readonly exchange: Exchange;
  readonly holds: boolean;
  readonly sentS: number;
}

/** So many seconds away from the boundary. */
async function deliverOnce(
  world: ReceiverWorld,
  type: EventType,
  { accepted, t }: Boundary,
  marginS: number,
): Promise<AtBoundary> {
  const sentS = world.nowS();
  const exchange = await world.deliver({ event: world.event(type), timestamp: t(sentS, marginS) });
  return { exchange, holds: isAcknowledged(exchange) === accepted, sentS };
}

async function tryAt(
  world: ReceiverWorld,
  type: EventType,
  boundary: Boundary,
  marginS: number,
): Promise<AtBoundary | undefined> {
  for (let count = 0; count < tries; count += 1) {
    await world.untilFraction(0.05, 0.4);
    const found = await deliverOnce(world, type, boundary, marginS);
    // An answer that was under way when the second turned shows nothing, unless it is the wanted one.
    if (found.holds || Math.floor(world.nowS()) === Math.floor(found.sentS)) return found;
  }
  return undefined;
}

/** Whether both boundaries lie a few seconds earlier, or both later. */
async function clockIsOff(world: ReceiverWorld, type: EventType, boundary: Boundary): Promise<boolean> {
  const opposite = boundaries[boundary.opposite];
  if (opposite === undefined || (await deliverAt(world, type, opposite, world.clockMarginS)).holds) return false;
  for (const each of [boundary, opposite]) if (!(await deliverAt(world, type, each, clockErrorS)).holds) return false;
  return true;
}

const atBoundaries = Object.entries(boundaries).map(([name, boundary]) =>
  receiverCheck(`receiver.time.${name}`, async (world, type) => {
    const { what, accepted, t } = boundary;
    await (accepted ? controlVerifies(world, type) : controlGenuine(world, type));
    const { exchange, holds } = await deliverAt(world, type, boundary, world.clockMarginS);
    if (!holds && (await clockIsOff(world, type, boundary))) return world.stated();
    const isPast = name.startsWith('past');
    if (accepted) {
      expectAcknowledged(world, exchange, what);
      if (isQuick([exchange])) await acknowledgesNearBoundary(world, type, isPast ? -1 : 1);
    } else {
      expectRefused(world, exchange, what);
      const byS = (isPast ? beyondS.past : beyondS.future) + world.clockMarginS;
      const aside = () => t(Math.floor(world.nowS()), byS);
      const far = `a delivery whose t is ${toleranceS + byS} seconds or so ${isPast ? 'old' : 'ahead'}`;
      if (isQuick([exchange])) await refusesInForms(world, type, far, [() => ({ timestamp: aside() })]);
    }
  }),
);

const hourS = 3_600;
const yearS = 365 * 24 * hourS;

/** Times far from any boundary. */
const beyond: Readonly<Record<string, { readonly what: string; t(nowS: number): number }>> = {
  stale: { what: 'a delivery whose t is an hour old', t: (nowS) => Math.floor(nowS) - hourS },
  'far-future': { what: 'a delivery whose t is an hour ahead', t: (nowS) => Math.floor(nowS) + hourS },
  milliseconds: { what: 'a delivery whose t counts milliseconds', t: (nowS) => Math.floor(nowS * 1000) },
};

const farOff = Object.entries(beyond).map(([name, { what, t }]) =>
  receiverCheck(`receiver.time.${name}`, async (world, type) => {
    await controlGenuine(world, type);
    const exchange = await world.deliver({ event: world.event(type), timestamp: t(world.nowS()) });
    expectRefused(world, exchange, what);
    if (isQuick([exchange])) await refusesInForms(world, type, what, [() => ({ timestamp: t(world.nowS()) })]);
    if (name !== 'milliseconds') await refusesElsewhen(world, type, t, what);
    if (name === 'stale') await refusesKept(world, type, t, what);
  }),
);

type Timing = Omit<Delivery, 'event'>;

const wrong = 'a'.repeat(64);

/** The forms that a delivery takes during a rotation. */
function rotated(world: ReceiverWorld, what: string): readonly (readonly [Timing, what: string])[] {
  const [, previous] = world.secrets;
  return [
    [{ signature: ({ t, v1 }) => `t=${t},v1=${v1},v1=${wrong}` }, `${what}, with two v1 of which the first matches,`],
    [{ signature: ({ t, v1 }) => `t=${t},v1=${wrong},v1=${v1}` }, `${what}, with two v1 of which the second matches,`],
    ...(previous === undefined ? [] : [[{ secret: previous }, `${what}, signed with the previous secret,`] as const]),
  ];
}

/** Other times as far off, the same one beside a Date that agrees with it, and during a rotation: the receiver's own clock decides. */
async function refusesElsewhen(
  world: ReceiverWorld,
  type: EventType,
  t: (nowS: number) => number,
  what: string,
): Promise<void> {
  const aside = t(world.nowS());
  const dated: Timing = { headers: [['Date', new Date(aside * 1000).toUTCString()]] };
  const nowS = Math.floor(world.nowS());
  const others = aside > nowS ? [nowS + 10 * yearS] : [nowS - yearS, 1, 0];
  const created_at = new Date(aside * 1000).toISOString();
  const rows: readonly (readonly [Delivery, what: string])[] = [
    [{ event: world.event(type), timestamp: aside, ...dated }, `${what}, and so is its Date,`],
    [{ event: { ...world.event(type), created_at }, timestamp: aside }, `${what}, and so is its created_at,`],
    ...others.map(
      (timestamp) => [{ event: world.event(type), timestamp }, `a delivery whose t is ${timestamp}`] as const,
    ),
    ...rotated(world, what).map(
      ([form, name]) => [{ event: world.event(type), timestamp: aside, ...form }, name] as const,
    ),
  ];
  const exchanges = await deliverAll(
    world,
    rows.map(([delivery]) => delivery),
  );
  for (const [place, exchange] of exchanges.entries()) expectRefused(world, exchange, rows[place]?.[1] ?? what);
}

/** A delivery that somebody kept and sends again is stale although its event was handled. */
async function refusesKept(
  world: ReceiverWorld,
  type: EventType,
  t: (nowS: number) => number,
  what: string,
): Promise<void> {
  const event = world.event(type);
  const deliveryId = `whd_${world.unique('kept')}`;
  await world.deliver({ event, deliveryId });
  const timestamp = t(world.nowS());
  const again = [{ event }, { event, deliveryId }, { event: world.event(type), deliveryId }];
  const exchanges = await deliverAll(
    world,
    again.map((kept) => ({ ...kept, timestamp })),
  );
  for (const exchange of exchanges)
    expectRefused(world, exchange, `${what}, of an event or delivery that came before,`);
}

const oldEvent = receiverCheck('receiver.time.old-event', async (world, type) => {
  const dayAgo = new Date((world.nowS() - 24 * hourS) * 1000).toISOString();
  const event = world.event(type);
  await acknowledges(world, { event: { ...event, created_at: dayAgo } }, 'an event that is a day old under a fresh t');
  // To a receiver that was away, a retry that comes late is the first it hears of an event.
  const late = { ...world.event(type), created_at: new Date((world.nowS() - 12 * hourS) * 1000).toISOString() };
  const what = 'an event that is half a day old under a fresh t';
  expectAcknowledged(world, await deliverPersistently(world, { event: late }), what);
  await expectHandledIfSeen(world, [late], what);
});

/** The tolerance of 300 seconds either way (Signature, 2). */
const time: readonly ReceiverCheck[] = [...atBoundaries, ...farOff, oldEvent];
export default time;
