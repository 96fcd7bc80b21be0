import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import type { Delivery, WebhookEvent } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import { type Forgeries, type Forgery, type ForgeryWorld, hmac, json, newest } from './forgery.ts';
import { inOrder, reversed } from './respelled.ts';

const withPhase = (event: WebhookEvent, phase: string) =>
  json({ ...event, data: { ...event.data, progress: { percent: 100, phase, queue_position: 0 } } });
const spaced = (event: WebhookEvent) => JSON.stringify(event, null, 2);
const byteOrderMark = '\ufeff';
/** With a byte in a text that is no UTF-8. */
const withBrokenPhase = (event: WebhookEvent) => Buffer.from(withPhase(event, '\u00ff'), 'latin1');
const padded = (event: WebhookEvent, length: number, word: string) =>
  json(event).replace(/\}(\s*)$/, `,"padding":"${'x'.repeat(length)}","end":"${word}"}$1`);
const atTheEnd = (event: WebhookEvent, word: string) => padded(event, 20_000, word);
/** Each of the headers that every delivery has is left out, or empty. */
const withoutHeaders = (forge: Forgery): Forgery[] =>
  ['Content-Type', 'event', 'delivery'].flatMap((which): Forgery[] => {
    const nameIn = (world: ForgeryWorld) => {
      const { eventHeader, deliveryHeader } = serviceNames(world.prefix);
      return which === 'event' ? eventHeader : which === 'delivery' ? deliveryHeader : which;
    };
    return [
      (event, world) => ({ ...forge(event, world), leaveOut: [nameIn(world)] }),
      (event, world) => ({ ...forge(event, world), headers: [[nameIn(world), '']] }),
    ];
  });

/** What a filter on the way might make of a body. */
const filtered = [
  (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (text: string) => text.replaceAll('+', ' ').replaceAll('%20', ' '),
  (text: string) => text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  (text: string) => Buffer.from(Buffer.from(text).toString('latin1')),
];

const mebibyte = 1_048_576;
const veryLong = (event: WebhookEvent) => padded(event, mebibyte, '');
const long = (event: WebhookEvent) => padded(event, 66_000, '');
const longAgo = (t: string) => String(Number(t) - 4_000);

/** A header of now whose signature is over something else in the place of t. */
const signing =
  (world: ForgeryWorld, event: WebhookEvent, stampOf: (t: string) => string): NonNullable<Delivery['signature']> =>
  ({ t }) =>
    `t=${t},v1=${hmac('sha256', newest(world), `${stampOf(t)}.${json(event)}`)}`;

/** Under another type a body is no less to be verified. */
const otherTypes = ['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream'];

/** Kinds of event that somebody might take for harmless. No signature covers the header that names them. */
const harmlessTypes = ['ping', 'webhook.test', 'endpoint.verification'];
const underType = (world: ForgeryWorld, type: string) => ({
  headers: [[serviceNames(world.prefix).eventHeader, type] as const],
});

/** What somebody might take for a test of his own. */
const marks = { livemode: false, test: true };
const asTest: Forgery = (event, world) => ({
  body: json({ ...event, ...marks }),
  deliveryId: `whd_test_${world.unique('test')}`,
});

/** What nothing is called where a secret that was never set is made a text. */
const spellingsOfNothing = ['undefined', 'null', 'None', 'nil', 'whsec_'];

/** All secrets in one text; of one alone, with itself. */
const joined = (secrets: readonly string[], between: string) =>
  (secrets.length > 1 ? secrets : [...secrets, ...secrets]).join(between);

/** As fast as it goes: what comes out is compressed, however little. */
const compressions = {
  gzip: (text: string) => gzipSync(text, { level: 1 }),
  deflate: (text: string) => deflateSync(text, { level: 1 }),
  br: (text: string) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
};

/** Deliveries whose secret, body or time is not what was signed. */
export const forgedBodies: Forgeries = {
  unsigned: {
    what: 'a delivery without a signature',
    forgeries: [
      () => ({ signature: null }),
      () => ({ signature: () => '' }),
      ...withoutHeaders(() => ({ signature: null })),
      // Deliveries are authenticated by their signature, and by no API key (Authentication, 7).
      (_, world) => ({ signature: null, headers: [['Authorization', `Bearer ${world.unique('sk')}`]] }),
      (_, world) => ({ signature: null, headers: [['X-Api-Key', world.unique('sk')]] }),
      // No address and no name that the sender claims.
      ...['X-Forwarded-For', 'X-Real-IP', 'Client-IP', 'X-Forwarded-Host'].map(
        (name): Forgery =>
          () => ({ signature: null, headers: [[name, '127.0.0.1']] }),
      ),
      () => ({ signature: null, headers: [['Forwarded', 'for=127.0.0.1;host=localhost']] }),
      ...otherTypes.map(
        (type): Forgery =>
          () => ({ signature: null, headers: [['Content-Type', type]] }),
      ),
      (event, world) => ({ ...asTest(event, world), signature: null }),
      // No kind of event.
      ...harmlessTypes.flatMap((type): Forgery[] => [
        (event) => ({ signature: null, body: json({ ...event, type }) }),
        (_, world) => ({ signature: null, ...underType(world, type) }),
        (event, world) => ({ signature: null, body: json({ ...event, type }), ...underType(world, type) }),
      ]),
    ],
  },
  'wrong-secret': {
    what: 'a delivery signed with another secret',
    forgeries: [
      (_, world) => ({ secret: `whsec_${world.unique('other')}` }),
      (_, world) => ({ secret: `${newest(world)}x` }),
      ...withoutHeaders((_, world) => ({ secret: `whsec_${world.unique('other')}` })),
      (event, world) => ({ ...asTest(event, world), secret: `whsec_${world.unique('other')}` }),
      ...[',', ''].map(
        (between): Forgery =>
          (_, world) => ({ secret: [...world.secrets, world.unique('other')].join(between) }),
      ),
      // A list of secrets that is taken for one.
      ...[',', '', ' '].map(
        (between): Forgery =>
          (_, world) => ({ secret: joined(world.secrets, between) }),
      ),
      (_, world) => ({ secret: joined(world.secrets.toReversed(), ',') }),
      (_, world) => ({ secret: newest(world).slice(0, -1) }),
      (_, world) => ({
        secret:
          newest(world).toUpperCase() === newest(world) ? newest(world).toLowerCase() : newest(world).toUpperCase(),
      }),
      ...otherTypes.map(
        (type): Forgery =>
          (_, world) => ({ secret: `whsec_${world.unique('other')}`, headers: [['Content-Type', type]] }),
      ),
      ...harmlessTypes.map(
        (type): Forgery =>
          (_, world) => ({ secret: `whsec_${world.unique('other')}`, ...underType(world, type) }),
      ),
    ],
  },
  'empty-secret': {
    what: 'a delivery signed with an empty secret, or with a word for none,',
    forgeries: [
      () => ({ secret: '' }),
      ...spellingsOfNothing.map(
        (secret): Forgery =>
          (_, world) => ({ secret: world.secrets.includes(secret) ? '' : secret }),
      ),
    ],
  },
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
      (event) => ({ signedBody: json(event).toLowerCase(), body: json(event) }),
    ],
  },
  'body-rewritten': {
    what: 'a delivery whose body has the signed JSON in other bytes',
    forgeries: [
      (event) => ({ signedBody: json(event), body: JSON.stringify(event, null, 2) }),
      (event) => ({ signedBody: json(event), body: json(event).replaceAll('/', '\\/') }),
      (event) => ({ signedBody: JSON.stringify(event, null, 1), body: json(event) }),
      ...[reversed, inOrder].map(
        (order): Forgery =>
          (event) => ({ signedBody: JSON.stringify(order(event)), body: json(event) }),
      ),
      ...filtered.map(
        (filter): Forgery =>
          (event) => {
            const body = withPhase(event, 'Zo\u00eb & <b>1+1%20</b>');
            return { signedBody: filter(body), body };
          },
      ),
      (event) => ({ signedBody: spaced(event).replaceAll('\n', ''), body: spaced(event) }),
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
      ...[0, 8, 64].map(
        (length): Forgery =>
          (event) => ({ signedBody: json(event).slice(0, length), body: json(event) }),
      ),
      ...[4_096, 65_536].map(
        (length): Forgery =>
          (event) => ({ signedBody: long(event).slice(0, length), body: long(event) }),
      ),
      ...[' ', '\n'].map(
        (more): Forgery =>
          (event) => ({ signedBody: json(event), body: `${json(event)}${more}` }),
      ),
      ...[' ', '\n'].map(
        (more): Forgery =>
          (event) => ({ signedBody: json(event), body: `${more}${json(event)}` }),
      ),
    ],
    alone: [(event) => ({ signedBody: veryLong(event).slice(0, mebibyte), body: veryLong(event) })],
  },
  'body-compressed': {
    what: 'a delivery whose body is the signed one only once it is decompressed',
    forgeries: Object.entries(compressions).map(
      ([coding, compress]): Forgery =>
        (event) => ({ signedBody: json(event), body: compress(json(event)), headers: [['Content-Encoding', coding]] }),
    ),
  },
  'timestamp-changed': {
    what: 'a delivery whose t differs from the signed one',
    forgeries: [
      () => ({ signature: ({ t, v1 }) => `t=${Number(t) - 1},v1=${v1}` }),
      (_, world) => ({
        timestamp: Math.floor(world.nowS()) - 900,
        signature: ({ t, v1 }) => `t=${Number(t) + 900},v1=${v1}`,
      }),
      // Not the time: what else a delivery has, or the time in another unit.
      ...[({ id }: WebhookEvent) => id, ({ type }: WebhookEvent) => type].map(
        (other): Forgery =>
          (event, world) => ({ signature: signing(world, event, () => other(event)) }),
      ),
      (event, world) => {
        const deliveryId = `whd_${world.unique('signed')}`;
        return { deliveryId, signature: signing(world, event, () => deliveryId) };
      },
      (event, world) => ({ signature: signing(world, event, (t) => `${t}000`) }),
      (event, world) => ({ signature: signing(world, event, () => '') }),
      // Another time, to whoever reads the sign. A plus or a zero in front would be the same one.
      () => ({ signature: ({ t, v1 }) => `t=-${t},v1=${v1}` }),
      ...[(t: string) => `t=${t},t=${longAgo(t)}`, (t: string) => `t=${longAgo(t)},t=${t}`].map(
        (both): Forgery =>
          (event, world) => ({
            signature: ({ t }) => `${both(t)},v1=${hmac('sha256', newest(world), `${longAgo(t)}.${json(event)}`)}`,
          }),
      ),
      // Two headers: an old one that is right, and one of now that is not.
      ...[(one: string, other: string) => [one, other], (one: string, other: string) => [other, one]].map(
        (inOrder): Forgery =>
          (event, world) => {
            const now = String(Math.floor(world.nowS()));
            const old = `t=${longAgo(now)},v1=${hmac('sha256', newest(world), `${longAgo(now)}.${json(event)}`)}`;
            const { signatureHeader } = serviceNames(world.prefix);
            const both = inOrder(old, `t=${now},v1=${'a'.repeat(64)}`);
            return { signature: null, headers: both.map((value) => [signatureHeader, value] as const) };
          },
      ),
    ],
  },
};
