import { NotExercised } from '@gateproof/harness';
import {
  acknowledges,
  controlGenuine,
  controlVerifies,
  expectAcknowledged,
  isAcknowledged,
} from '../support/receiver/acknowledged.ts';
import { type ReceiverCheck, receiverCheck } from '../support/receiver/define-receiver-check.ts';
import { expectRefused } from '../support/receiver/refused.ts';

const toleranceS = 300;
const tries = 5;

/**
 * Boundaries at which a receiver that counts whole seconds and one that counts fractions must agree, given that the delivery
 * arrives in the second in which it was sent. `t` from the time of sending, in seconds.
 */
const boundaries: Readonly<
  Record<string, { readonly what: string; readonly accepted: boolean; t(nowS: number, marginS: number): number }>
> = {
  'past-within': {
    what: 'a delivery whose t is 300 seconds old',
    accepted: true,
    t: (nowS, marginS) => Math.floor(nowS) + 1 - toleranceS + marginS,
  },
  'past-beyond': {
    what: 'a delivery whose t is 301 seconds old',
    accepted: false,
    t: (nowS, marginS) => Math.floor(nowS) - toleranceS - 1 - marginS,
  },
  'future-within': {
    what: 'a delivery whose t is 300 seconds ahead',
    accepted: true,
    t: (nowS, marginS) => Math.floor(nowS) + toleranceS - marginS,
  },
  'future-beyond': {
    what: 'a delivery whose t is 301 seconds ahead',
    accepted: false,
    t: (nowS, marginS) => Math.floor(nowS) + toleranceS + 1 + marginS,
  },
};

const atBoundaries = Object.entries(boundaries).map(([name, { what, accepted, t }]) =>
  receiverCheck(`receiver.time.${name}`, async (world, type) => {
    await (accepted ? controlVerifies(world, type) : controlGenuine(world, type));
    for (let count = 0; count < tries; count += 1) {
      await world.untilFraction(0.05, 0.4);
      const sentS = world.nowS();
      const exchange = await world.deliver({ event: world.event(type), timestamp: t(sentS, world.clockMarginS) });
      const sameSecond = Math.floor(world.nowS()) === Math.floor(sentS);
      // An answer that was under way when the second turned tells nothing, unless it is the wanted one.
      if (!sameSecond && isAcknowledged(exchange) !== accepted) continue;
      if (accepted) expectAcknowledged(world, exchange, what);
      else expectRefused(world, exchange, what);
      return;
    }
    throw new NotExercised('no delivery was answered within the second in which it was sent');
  }),
);

const hourS = 3_600;

/** Times far from any boundary. */
const beyond: Readonly<Record<string, { readonly what: string; t(nowS: number): number }>> = {
  stale: { what: 'a delivery whose t is an hour old', t: (nowS) => Math.floor(nowS) - hourS },
  'far-future': { what: 'a delivery whose t is an hour ahead', t: (nowS) => Math.floor(nowS) + hourS },
  milliseconds: { what: 'a delivery whose t counts milliseconds', t: (nowS) => Math.floor(nowS * 1000) },
};

const farOff = Object.entries(beyond).map(([name, { what, t }]) =>
  receiverCheck(`receiver.time.${name}`, async (world, type) => {
    await controlGenuine(world, type);
    expectRefused(world, await world.deliver({ event: world.event(type), timestamp: t(world.nowS()) }), what);
    if (name !== 'stale') return;
    // A delivery that somebody kept and sends again is stale although its event was handled.
    const event = world.event(type);
    await world.deliver({ event });
    const kept = await world.deliver({ event, timestamp: t(world.nowS()) });
    expectRefused(world, kept, `${what}, of an event that was handled`);
  }),
);

const oldEvent = receiverCheck('receiver.time.old-event', async (world, type) => {
  const dayAgo = new Date((world.nowS() - 24 * hourS) * 1000).toISOString();
  const event = world.event(type);
  await acknowledges(world, { event: { ...event, created_at: dayAgo } }, 'an event that is a day old under a fresh t');
});

/** The tolerance of 300 seconds either way (Signature, 2). */
const time: readonly ReceiverCheck[] = [...atBoundaries, ...farOff, oldEvent];
export default time;
