import {
  describeAnswer,
  type EventType,
  expectAnswer,
  expectThat,
  type ReceiverWorld,
  requestHeaderOf,
} from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import {
  controlAcknowledged,
  controlGenuine,
  controlVerifies,
  deliverAll,
  deliverPersistently,
  expectAcknowledged,
  isClosed,
} from '../support/receiver/acknowledged.ts';
import { receiverCheck } from '../support/receiver/define-receiver-check.ts';
import { effectsIfSeen, effectsOf } from '../support/receiver/effects.ts';
import { forgedBodies } from '../support/receiver/forged-bodies.ts';
import { forgedSignatures } from '../support/receiver/forged-signatures.ts';
import { expectRefused } from '../support/receiver/refused.ts';

/** That an event was handled, or its delivery came before, makes a forged delivery no better. */
async function refusesHandled(world: ReceiverWorld, type: EventType): Promise<void> {
  const event = world.event(type);
  const deliveryId = `whd_${world.unique('known')}`;
  controlAcknowledged(await deliverPersistently(world, { event, deliveryId }), type);
  const secret = `whsec_${world.unique('other')}`;
  const forged = await world.deliver({ event, secret });
  expectRefused(world, forged, 'a delivery signed with another secret, of an event that was handled');
  const [, beside] = await Promise.all([
    world.deliver({ event: world.event(type) }),
    world.deliver({ event: world.event(type), secret }),
  ]);
  expectRefused(world, beside, 'a delivery signed with another secret, at the same time as a genuine one');
  for (const one of [event, world.event(type)]) {
    const again = await world.deliver({ event: one, deliveryId, secret });
    expectRefused(world, again, 'a delivery signed with another secret, under a delivery id that came before');
  }
}

/** Deliveries that no conformant gateway sends; every spelling of one must be refused. */
const byRow = Object.entries({ ...forgedBodies, ...forgedSignatures }).map(([name, { what, forgeries }]) =>
  receiverCheck(`receiver.forged.${name}`, async (world, type) => {
    await controlGenuine(world, type);
    const deliveries = forgeries.map((forge) => {
      const event = world.event(type);
      return { event, ...forge(event, world) };
    });
    for (const exchange of await deliverAll(world, deliveries)) expectRefused(world, exchange, what);
    if (name === 'wrong-secret') await refusesHandled(world, type);
    if (name === 'malformed-header') await controlGenuine(world, type);
  }),
);

const spliced = receiverCheck('receiver.forged.spliced', async (world, type) => {
  await controlGenuine(world, type);
  const genuine = world.event(type);
  const first = await world.deliver({ event: genuine });
  const header = requestHeaderOf(first, serviceNames(world.prefix).signatureHeader) ?? '';
  controlAcknowledged(first, type);
  const again = await world.deliver({ event: world.event(type), signature: () => header });
  expectRefused(world, again, 'a delivery with the signature of another genuine delivery');
});

/** What was refused must not have happened. */
const withoutEffect = receiverCheck('receiver.forged.without-effect', async (world, type) => {
  await controlGenuine(world, type);
  const forged = [world.event(type), world.event(type), world.event(type)];
  const [wrongSecret, stale, unsigned] = forged;
  const anHourAgo = Math.floor(world.nowS()) - 3_600;
  if (wrongSecret !== undefined) await world.deliver({ event: wrongSecret, secret: `whsec_${world.unique('nobody')}` });
  if (stale !== undefined) await world.deliver({ event: stale, timestamp: anHourAgo });
  if (unsigned !== undefined) await world.deliver({ event: unsigned, signature: null });
  const counts = await effectsOf(world, forged);
  expectThat(
    world,
    counts.every((count) => count === 0),
    {
      expected: 'no effect of deliveries with a wrong secret, an old t or no signature',
      observed: `${counts.join(', ')} effects`,
    },
  );
});

/** A forger must not be able to spend an event id: the genuine delivery is acknowledged, and handled. */
const genuineAfter = receiverCheck('receiver.forged.genuine-after', async (world, type) => {
  await controlVerifies(world, type);
  const event = world.event(type);
  await world.deliver({ event, secret: `whsec_${world.unique('nobody')}` });
  const exchange = await deliverPersistently(world, { event });
  expectAcknowledged(world, exchange, 'a genuine delivery after a forged one with its event id');
  const [count] = (await effectsIfSeen(world, [event])) ?? [];
  expectThat(world, count === undefined || count > 0, {
    expected: 'an effect of a genuine delivery after a forged one with its event id',
    observed: 'none',
    exchanges: [exchange.id],
  });
});

/** Each endpoint has a secret of its own, although one receiver may serve several. */
const otherEndpoint = receiverCheck('receiver.forged.other-endpoint', async (world, type) => {
  const secret = world.otherSecret();
  await controlGenuine(world, type);
  const exchange = await world.deliver({ event: world.event(type), secret });
  expectRefused(world, exchange, "a delivery signed with another endpoint's secret");
});

/** A refusal says that the request is at fault. */
const refusalStatus = receiverCheck('receiver.forged.refusal-status', async (world, type) => {
  await controlGenuine(world, type);
  const exchange = await world.deliver({ event: world.event(type), secret: `whsec_${world.unique('nobody')}` });
  const status = isClosed(exchange) ? undefined : expectAnswer(world, exchange, [429, 503]).status;
  expectThat(world, status !== undefined && status >= 400 && status < 500, {
    expected: 'a refused delivery to be answered with a 4xx',
    observed: describeAnswer(exchange),
    exchanges: [exchange.id],
  });
});

export default [...byRow, spliced, withoutEffect, genuineAfter, otherEndpoint, refusalStatus];
