import {
  controlThat,
  type Delivery,
  describeAnswer,
  type EventType,
  expectAnswer,
  expectThat,
  type ReceiverWorld,
  requestHeaderOf,
  type WebhookEvent,
} from '@gateproof/harness';
import { hourMs, secondMs, serviceNames } from '@gateproof/spec';
import {
  controlAcknowledged,
  controlGenuine,
  controlVerifies,
  deliverAll,
  deliverPersistently,
  expectAcknowledged,
  isAcknowledged,
  isClosed,
} from '../support/receiver/acknowledged.ts';
import { signedBy } from '../support/receiver/both-secrets.ts';
import { receiverCheck } from '../support/receiver/define-receiver-check.ts';
import { type DeliveryForm, describeForms, inForms } from '../support/receiver/delivery-forms.ts';
import { effectsIfSeen, effectsOf } from '../support/receiver/effects.ts';
import { forgedBodies } from '../support/receiver/forged-bodies.ts';
import { forgedSignatures } from '../support/receiver/forged-signatures.ts';
import { hmac, json, newest } from '../support/receiver/forgery.ts';
import { expectRefused } from '../support/receiver/refused.ts';
import { isQuick, refusesInForms } from '../support/receiver/refused-in-forms.ts';
import { formsOf } from '../support/receiver/repeats-in-forms.ts';
import { withJob } from '../support/receiver/shaped-jobs.ts';

/** That an event was handled, or its delivery came before, makes a forged delivery no better. */
async function refusesHandled(world: ReceiverWorld, type: EventType): Promise<void> {
  const event = world.event(type);
  const deliveryId = `whd_${world.unique('known')}`;
  controlAcknowledged(await deliverPersistently(world, { event, deliveryId }), type);
  const secret = `whsec_${world.unique('other')}`;
  const forged = await world.deliver({ event, secret });
  expectRefused(world, forged, 'a delivery signed with another secret, of an event that was handled');
  await refusesBeside(world, type, secret);
  for (const one of [event, world.event(type)]) {
    const again = await world.deliver({ event: one, deliveryId, secret });
    expectRefused(world, again, 'a delivery signed with another secret, under a delivery id that came before');
  }
}

/** So many genuine deliveries and as many forged ones arrive together, at a receiver that takes many at once. */
const pairsAtOnce = 6;

/** In one piece or several: what is found of one delivery says nothing of another whose body is still under way. */
async function refusesBeside(world: ReceiverWorld, type: EventType, secret: string): Promise<void> {
  for (const form of [{}, { pieceBytes: 300 }]) {
    const pairs = Array.from({ length: world.takesMany ? pairsAtOnce : 1 }, () =>
      Promise.all([
        world.deliver({ event: world.event(type), ...form }),
        world.deliver({ event: world.event(type), secret, ...form }),
      ]),
    );
    for (const [, beside] of await Promise.all(pairs))
      expectRefused(world, beside, 'a delivery signed with another secret, at the same time as a genuine one');
  }
}

/** Deliveries that no conformant gateway sends; every spelling of one must be refused. */
const byRow = Object.entries({ ...forgedBodies, ...forgedSignatures }).map(([name, { what, forgeries, alone = [] }]) =>
  receiverCheck(`receiver.forged.${name}`, async (world, type) => {
    await controlGenuine(world, type);
    const deliveries = [...forgeries, ...alone].map((forge) => {
      const event = world.event(type);
      return { event, ...forge(event, world) };
    });
    const exchanges = await deliverAll(world, deliveries);
    for (const exchange of exchanges) expectRefused(world, exchange, what);
    if (isQuick(exchanges)) await refusesInForms(world, type, what, forgeries);
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
  if (isQuick([first, again])) await splicedInForms(world, type);
});

/** Right behind the delivery of which a receiver might keep something: in one request after the other, and in every form. */
async function splicedInForms(world: ReceiverWorld, type: EventType): Promise<void> {
  for (const form of formsOf(type)) {
    const header = await sentHeader(world, inForms(world, world.event(type), [form]));
    // The header as it came, and with what the form makes of it once more.
    for (const forms of [[withoutHeader(form)], ...(form.header === undefined ? [] : [[form]])]) {
      const kept = inForms(world, world.event(type), forms, () => ({ signature: () => header }));
      expectRefused(world, await world.deliver(kept), `a delivery ${form.what}, with the signature of the one before,`);
    }
    const earlier = Math.floor(world.nowS()) - 100;
    const { event: before } = inForms(world, world.event(type), [form], () => ({ timestamp: earlier }));
    await world.deliver({ event: before, body: json(before), timestamp: earlier });
    const rest = form.event === undefined ? [form] : [];
    for (const [event, forms] of [
      [world.event(type), [form]],
      [before, rest],
    ] as const) {
      const late = inForms(world, event, forms, (formed) => ({
        signature: ({ t }) => `t=${t},v1=${hmac('sha256', newest(world), `${earlier}.${json(formed)}`)}`,
      }));
      expectRefused(world, await world.deliver(late), `a delivery ${form.what}, that the t of the one before signs,`);
    }
  }
  if (world.secrets.length > 1) await splicedDuringRotation(world, type);
}

/** The same of what the previous secret signs, alone and in either place beside the new one. */
async function splicedDuringRotation(world: ReceiverWorld, type: EventType): Promise<void> {
  for (const secrets of [world.secrets.slice(1), world.secrets, world.secrets.toReversed()]) {
    const event = world.event(type);
    const header = await sentHeader(world, { event, signature: signedBy(event, secrets) });
    const again = await world.deliver({ event: world.event(type), signature: () => header });
    expectRefused(world, again, 'a delivery with the signature of the one before, made during a rotation,');
  }
}

/** The signature header that this was delivered with. */
async function sentHeader(world: ReceiverWorld, delivery: Delivery): Promise<string> {
  return requestHeaderOf(await world.deliver(delivery), serviceNames(world.prefix).signatureHeader) ?? '';
}

const withoutHeader = ({ header: _, ...form }: DeliveryForm): DeliveryForm => form;

const hourS = hourMs / secondMs;

/** What was refused must not have happened. */
const withoutEffect = receiverCheck('receiver.forged.without-effect', async (world, type) => {
  await controlGenuine(world, type);
  const nowS = Math.floor(world.nowS());
  const [, previous = world.secrets[0]] = world.secrets;
  const secret = `whsec_${world.unique('nobody')}`;
  const known = world.event(type);
  await deliverPersistently(world, { event: known });
  const forgeries: Readonly<Record<string, Partial<Delivery>>> = {
    'with a wrong secret': { secret },
    'with an old t': { timestamp: nowS - hourS },
    'with a t that is far ahead': { timestamp: nowS + hourS },
    'with an old t that the oldest valid secret signs': {
      timestamp: nowS - hourS,
      ...(previous && { secret: previous }),
    },
    'without a signature': { signature: null },
    'without a t': { signature: ({ v1 }) => `v1=${v1}` },
    'with another body than the signed one': { signedBody: JSON.stringify(world.event(type)) },
    'of an unknown kind, with a wrong secret': {
      secret,
      headers: [[serviceNames(world.prefix).eventHeader, 'ping']],
    },
    'for the job of an event that was handled, with a wrong secret': {
      secret,
      event: withJob(world.event(type), { id: known.data.id }),
    },
  };
  // What it would overwrite of a handled event is read with the others.
  await world.deliver({ event: { ...world.event(type), id: known.id }, secret });
  const deliveries = Object.values(forgeries).map((forgery) => ({ event: world.event(type), ...forgery }));
  const exchanges = await deliverAll(world, deliveries);
  const counts = await effectsOf(world, [...deliveries.map(({ event }) => event), known], { mayBeNone: true });
  // What is acknowledged breaks rules of its own.
  const refused = Object.keys(forgeries)
    .map((name, place) => [name, place] as const)
    .filter(([, place]) => {
      const exchange = exchanges[place];
      return exchange !== undefined && !isAcknowledged(exchange);
    });
  controlThat(refused.length > 0, 'no forged delivery is refused', 'receiver.forged.wrong-secret');
  const names = refused.flatMap(([name, place]) => (counts[place] === 0 ? [] : [name]));
  expectThat(world, names.length === 0, {
    expected: 'no effect of a refused delivery',
    observed: `an effect of a delivery ${names.join(', and of one ')}`,
  });
  if (isQuick(exchanges)) await withoutEffectInForms(world, type, secret);
});

async function withoutEffectInForms(world: ReceiverWorld, type: EventType, secret: string): Promise<void> {
  const forms = formsOf(type);
  const deliveries = forms.map((form) => inForms(world, world.event(type), [form], () => ({ secret })));
  const exchanges = await Promise.all(deliveries.map((delivery) => world.deliver(delivery)));
  const counts = await effectsOf(
    world,
    deliveries.map(({ event }) => event),
    { mayBeNone: true },
  );
  const acted = forms.filter((_, place) => {
    const exchange = exchanges[place];
    return exchange !== undefined && !isAcknowledged(exchange) && counts[place] !== 0;
  });
  expectThat(world, acted.length === 0, {
    expected: 'no effect of a refused delivery, whatever its form',
    observed: `an effect of a delivery with a wrong secret, ${acted.map((form) => describeForms([form])).join(', and of one ')}`,
  });
}

/** A forger must not be able to spend an event id: the genuine delivery is acknowledged, and handled. */
const genuineAfter = receiverCheck('receiver.forged.genuine-after', async (world, type) => {
  await controlVerifies(world, type);
  const event = world.event(type);
  const forged = { ...world.event(type), id: event.id };
  await world.deliver({ event: forged, secret: `whsec_${world.unique('nobody')}` });
  const exchange = await deliverPersistently(world, { event });
  expectAcknowledged(world, exchange, 'a genuine delivery after a forged one with its event id');
  const [count] = (await effectsIfSeen(world, [event])) ?? [];
  expectThat(world, count === undefined || count > 0, {
    expected: 'an effect of a genuine delivery after a forged one with its event id',
    observed: 'none',
    exchanges: [exchange.id],
  });
  if (isQuick([exchange])) await genuineAfterInForms(world, type);
});

async function genuineAfterInForms(world: ReceiverWorld, type: EventType): Promise<void> {
  const sent: { readonly event: WebhookEvent; readonly what: string }[] = [];
  for (const form of formsOf(type)) {
    if (!isAcknowledged(await deliverPersistently(world, inForms(world, world.event(type), [form])))) continue;
    const event = world.event(type);
    await world.deliver(inForms(world, event, [form], () => ({ secret: `whsec_${world.unique('nobody')}` })));
    const what = `a genuine delivery ${form.what}, after a forged one with its event id`;
    expectAcknowledged(world, await deliverPersistently(world, inForms(world, event, [form])), what);
    sent.push({ event, what });
  }
  const counts = await effectsIfSeen(
    world,
    sent.map(({ event }) => event),
  );
  const lost = sent.find((_, place) => counts?.[place] === 0);
  expectThat(world, lost === undefined, { expected: `an effect of ${lost?.what}`, observed: 'none' });
}

/** Each endpoint has a secret of its own, although one receiver may serve several. */
const otherEndpoint = receiverCheck('receiver.forged.other-endpoint', async (world, type) => {
  const secret = world.otherSecret();
  await controlGenuine(world, type);
  const exchange = await world.deliver({ event: world.event(type), secret });
  const what = "a delivery signed with another endpoint's secret";
  expectRefused(world, exchange, what);
  if (isQuick([exchange])) await refusesInForms(world, type, what, [() => ({ secret })]);
});

/** A refusal is an error, of whatever kind (freedom F100). */
const refusalStatus = receiverCheck('receiver.forged.refusal-status', async (world, type) => {
  await controlGenuine(world, type);
  const exchange = await world.deliver({ event: world.event(type), secret: `whsec_${world.unique('nobody')}` });
  const status = isClosed(exchange) ? undefined : expectAnswer(world, exchange, [429, 503]).status;
  expectThat(world, status !== undefined && status >= 400, {
    expected: 'a refused delivery to be answered with an error, not with a redirect',
    observed: describeAnswer(exchange),
    exchanges: [exchange.id],
  });
});

export default [...byRow, spliced, withoutEffect, genuineAfter, otherEndpoint, refusalStatus];
