import { createHash, createHmac } from 'node:crypto';
import {
  type Delivery,
  describeAnswer,
  type EventType,
  expectAnswer,
  expectThat,
  NotExercised,
  type ReceiverWorld,
  requestHeaderOf,
  type WebhookEvent,
} from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import {
  controlAcknowledged,
  controlGenuine,
  controlVerifies,
  deliverAll,
  deliverPersistently,
  expectAcknowledged,
} from '../support/receiver/acknowledged.ts';
import { receiverCheck } from '../support/receiver/define-receiver-check.ts';
import { effectsOf } from '../support/receiver/effects.ts';
import { expectRefused } from '../support/receiver/refused.ts';

type Forgery = (event: WebhookEvent, world: ReceiverWorld) => Omit<Delivery, 'event'>;

const json = (event: WebhookEvent) => JSON.stringify(event);
const hmac = (algorithm: string, secret: string, text: string) =>
  createHmac(algorithm, secret).update(text).digest('hex');
const newest = (world: ReceiverWorld) => world.secrets[0] ?? '';
const v1Of =
  (value: (t: string) => string): NonNullable<Delivery['signature']> =>
  ({ t }) =>
    `t=${t},v1=${value(t)}`;
const otherDigit = (digit: string | undefined) => (digit === '0' ? '1' : '0');

const withPhase = (event: WebhookEvent, phase: string) =>
  json({ ...event, data: { ...event.data, progress: { percent: 100, phase, queue_position: 0 } } });
const spaced = (event: WebhookEvent) => JSON.stringify(event, null, 2);
const byteOrderMark = '\ufeff';
/** With a byte in a text that is no UTF-8. */
const withBrokenPhase = (event: WebhookEvent) => Buffer.from(withPhase(event, '\u00ff'), 'latin1');
const atTheEnd = (event: WebhookEvent, word: string) =>
  JSON.stringify({ ...event, padding: 'x'.repeat(20_000), end: word });
const longAgo = (t: string) => String(Number(t) - 4_000);

/** Deliveries that no conformant gateway sends, by what is wrong with them; every spelling of one must be refused. */
const rows: Readonly<Record<string, { readonly what: string; readonly forgeries: readonly Forgery[] }>> = {
  unsigned: {
    what: 'a delivery without a signature',
    forgeries: [
      () => ({ signature: null }),
      () => ({ signature: () => '' }),
      // Deliveries are authenticated by their signature, and by no API key (Authentication, 7).
      (_, world) => ({ signature: null, headers: [['Authorization', `Bearer ${world.unique('sk')}`]] }),
      (_, world) => ({ signature: null, headers: [['X-Api-Key', world.unique('sk')]] }),
    ],
  },
  'wrong-secret': {
    what: 'a delivery signed with another secret',
    forgeries: [
      (_, world) => ({ secret: `whsec_${world.unique('other')}` }),
      (_, world) => ({ secret: `${newest(world)}x` }),
      (_, world) => ({ secret: newest(world).slice(0, -1) }),
      (_, world) => ({
        secret:
          newest(world).toUpperCase() === newest(world) ? newest(world).toLowerCase() : newest(world).toUpperCase(),
      }),
    ],
  },
  'empty-secret': { what: 'a delivery signed with an empty secret', forgeries: [() => ({ secret: '' })] },
  'body-changed': {
    what: 'a delivery whose body differs from the signed one',
    forgeries: [
      (event) => ({ signedBody: json(event), body: json(event).replace('"job"', '"jop"') }),
      (event) => ({ signedBody: json(event), body: json(event).replace(/Z"/, '0"') }),
      (event) => ({ signedBody: withPhase(event, 'Zo\u00eb'), body: withPhase(event, 'Zoe\u0308') }),
      // What is left of it need not be JSON.
      ...[-1, -40].map(
        (end): Forgery =>
          (event) => ({ signedBody: json(event), body: json(event).slice(0, end) }),
      ),
      (event) => ({ signedBody: json(event), body: '' }),
      (event) => ({ signedBody: atTheEnd(event, 'here'), body: atTheEnd(event, 'hers') }),
    ],
  },
  'body-rewritten': {
    what: 'a delivery whose body has the signed JSON in other bytes',
    forgeries: [
      (event) => ({ signedBody: json(event), body: JSON.stringify(event, null, 2) }),
      (event) => ({ signedBody: json(event), body: json(event).replaceAll('/', '\\/') }),
      (event) => ({ signedBody: JSON.stringify(event, null, 1), body: json(event) }),
      // Line ends that a text reader makes alike, either way.
      (event) => ({ signedBody: spaced(event), body: spaced(event).replaceAll('\n', '\r\n') }),
      (event) => ({ signedBody: spaced(event).replaceAll('\n', '\r\n'), body: spaced(event) }),
    ],
  },
  'body-as-text': {
    what: 'a delivery whose body is the signed one only to whoever reads it as text',
    forgeries: [
      (event) => ({ signedBody: withPhase(event, '\ufffd'), body: withBrokenPhase(event) }),
      (event) => ({ signedBody: withBrokenPhase(event), body: withPhase(event, '\ufffd') }),
      (event) => ({ signedBody: json(event), body: `${byteOrderMark}${json(event)}` }),
    ],
  },
  'body-extended': {
    what: 'a delivery whose body has bytes before or after the signed ones',
    forgeries: [
      ...[' ', '\n'].map(
        (more): Forgery =>
          (event) => ({ signedBody: json(event), body: `${json(event)}${more}` }),
      ),
      ...[' ', '\n'].map(
        (more): Forgery =>
          (event) => ({ signedBody: json(event), body: `${more}${json(event)}` }),
      ),
    ],
  },
  'timestamp-changed': {
    what: 'a delivery whose t differs from the signed one',
    forgeries: [
      () => ({ signature: ({ t, v1 }) => `t=${Number(t) - 1},v1=${v1}` }),
      (_, world) => ({
        timestamp: Math.floor(world.nowS()) - 900,
        signature: ({ t, v1 }) => `t=${Number(t) + 900},v1=${v1}`,
      }),
      // Another time, to whoever reads the sign. A plus or a zero in front would be the same one.
      () => ({ signature: ({ t, v1 }) => `t=-${t},v1=${v1}` }),
      ...[(t: string) => `t=${t},t=${longAgo(t)}`, (t: string) => `t=${longAgo(t)},t=${t}`].map(
        (both): Forgery =>
          (event, world) => ({
            signature: ({ t }) => `${both(t)},v1=${hmac('sha256', newest(world), `${longAgo(t)}.${json(event)}`)}`,
          }),
      ),
    ],
  },
  'body-only': {
    what: 'a delivery whose signature covers the body without t',
    forgeries: [(event, world) => ({ signature: v1Of(() => hmac('sha256', newest(world), json(event))) })],
  },
  'without-dot': {
    what: 'a delivery whose signature covers t and body without the dot',
    forgeries: [(event, world) => ({ signature: v1Of((t) => hmac('sha256', newest(world), t + json(event))) })],
  },
  'other-digest': {
    what: 'a delivery signed with HMAC-SHA1 or HMAC-SHA512',
    forgeries: ['sha1', 'sha512'].map(
      (digest): Forgery =>
        (event, world) => ({ signature: v1Of((t) => hmac(digest, newest(world), `${t}.${json(event)}`)) }),
    ),
  },
  'plain-digest': {
    what: 'a delivery signed with a plain SHA-256 digest',
    forgeries: [
      (event) => ({
        signature: v1Of((t) =>
          createHash('sha256')
            .update(`${t}.${json(event)}`)
            .digest('hex'),
        ),
      }),
      (event) => ({ signature: v1Of(() => createHash('sha256').update(json(event)).digest('hex')) }),
    ],
  },
  'empty-v1': { what: 'a delivery with an empty v1', forgeries: [() => ({ signature: v1Of(() => '') })] },
  'prefix-v1': {
    what: 'a delivery whose v1 is the first part of the right value',
    forgeries: [1, 8, 32, 63].map(
      (length): Forgery =>
        () => ({ signature: ({ t, v1 }) => `t=${t},v1=${v1.slice(0, length)}` }),
    ),
  },
  'extended-v1': {
    what: 'a delivery whose v1 is the right value with more digits after it',
    forgeries: ['0', '00', 'ab'.repeat(32)].map(
      (more): Forgery =>
        () => ({ signature: ({ t, v1 }) => `t=${t},v1=${v1}${more}` }),
    ),
  },
  'one-digit': {
    what: 'a delivery whose v1 differs from the right value by one digit',
    forgeries: [0, 31, 63].map(
      (place): Forgery =>
        () => ({
          signature: ({ t, v1 }) => `t=${t},v1=${v1.slice(0, place)}${otherDigit(v1[place])}${v1.slice(place + 1)}`,
        }),
    ),
  },
  'uppercase-v1': {
    what: 'a delivery whose v1 is in upper-case hexadecimal',
    forgeries: [() => ({ signature: ({ t, v1 }) => `t=${t},v1=${v1.toUpperCase()}` })],
  },
  'other-scheme': {
    what: 'a delivery whose right value stands under another label than v1',
    forgeries: ['v0=', 'v2=', 'v10=', 'xv1=', 'sha256=', ''].map(
      (label): Forgery =>
        () => ({ signature: ({ t, v1 }) => `t=${t},${label}${v1}` }),
    ),
  },
  'no-v1': {
    what: 'a delivery whose signature header has no v1',
    forgeries: [() => ({ signature: ({ t }) => `t=${t}` })],
  },
  'no-timestamp': {
    what: 'a delivery whose signature header has no t',
    forgeries: [
      () => ({ signature: ({ v1 }) => `v1=${v1}` }),
      (event, world) => ({ signature: () => `v1=${hmac('sha256', newest(world), `.${json(event)}`)}` }),
      (event, world) => ({ signature: () => `v1=${hmac('sha256', newest(world), `undefined.${json(event)}`)}` }),
    ],
  },
  'timestamp-not-number': {
    what: 'a delivery whose t is no number',
    forgeries: [
      ...['now', 'NaN', '', '-', 'Infinity'].map((t) => () => t),
      (now: string) => `${now}abc`,
      (now: string) => new Date(Number(now) * 1000).toISOString(),
    ].map(
      (spell): Forgery =>
        (event, world) => ({
          signature: ({ t }) => `t=${spell(t)},v1=${hmac('sha256', newest(world), `${spell(t)}.${json(event)}`)}`,
        }),
    ),
  },
  'malformed-header': {
    what: 'a delivery whose signature header can not be read',
    forgeries: ['=', ',,,', 't', 'garbage', 't=1=2,v1', '{"t":1}', `t=${'9'.repeat(400)},v1=zz`].map(
      (header): Forgery =>
        () => ({ signature: () => header }),
    ),
  },
};

/** That an event was handled makes a forged delivery of it no better. */
async function refusesHandled(world: ReceiverWorld, type: EventType): Promise<void> {
  const event = world.event(type);
  controlAcknowledged(await deliverPersistently(world, { event }));
  const forged = await world.deliver({ event, secret: `whsec_${world.unique('other')}` });
  expectRefused(world, forged, 'a delivery signed with another secret, of an event that was handled');
}

const byRow = Object.entries(rows).map(([name, { what, forgeries }]) =>
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
  controlAcknowledged(first);
  const again = await world.deliver({ event: world.event(type), signature: () => header });
  expectRefused(world, again, 'a delivery with the signature of another genuine delivery');
});

/** What was refused must not have happened. */
const withoutEffect = receiverCheck('receiver.forged.without-effect', async (world, type) => {
  await controlGenuine(world);
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

/** How often the event had an effect; undefined where effects can't be seen. */
async function effectsIfSeen(world: ReceiverWorld, event: WebhookEvent): Promise<number | undefined> {
  try {
    return (await effectsOf(world, [event]))[0];
  } catch (thrown) {
    if (thrown instanceof NotExercised) return undefined;
    throw thrown;
  }
}

/** A forger must not be able to spend an event id: the genuine delivery is acknowledged, and handled. */
const genuineAfter = receiverCheck('receiver.forged.genuine-after', async (world, type) => {
  await controlVerifies(world, type);
  const event = world.event(type);
  await world.deliver({ event, secret: `whsec_${world.unique('nobody')}` });
  const exchange = await deliverPersistently(world, { event });
  expectAcknowledged(world, exchange, 'a genuine delivery after a forged one with its event id');
  const count = await effectsIfSeen(world, event);
  expectThat(world, count === undefined || count > 0, {
    expected: 'an effect of a genuine delivery after a forged one with its event id',
    observed: 'none',
    exchanges: [exchange.id],
  });
});

/** A refusal says that the request is at fault. */
const refusalStatus = receiverCheck('receiver.forged.refusal-status', async (world, type) => {
  await controlGenuine(world, type);
  const exchange = await world.deliver({ event: world.event(type), secret: `whsec_${world.unique('nobody')}` });
  const { status } = expectAnswer(world, exchange, [429, 503]);
  expectThat(world, status >= 400 && status < 500, {
    expected: 'a refused delivery to be answered with a 4xx',
    observed: describeAnswer(exchange),
    exchanges: [exchange.id],
  });
});

export default [...byRow, spliced, withoutEffect, genuineAfter, refusalStatus];
