import type { Delivery, WebhookEvent } from '@gateproof/harness';
import { hourMs } from '@gateproof/spec';
import { controlVerifies, deliverAll, expectAcknowledged } from '../support/receiver/acknowledged.ts';
import { type ReceiverCheck, receiverCheck } from '../support/receiver/define-receiver-check.ts';
import { expectHandledIfCounted } from '../support/receiver/effects.ts';
import { reversed } from '../support/receiver/respelled.ts';

type Spelling = (event: WebhookEvent) => Omit<Delivery, 'event'>;

const json = (event: unknown) => JSON.stringify(event);

/** The same text with every character in the JSON strings that can be written as an escape written as one. */
function escaped(text: string): string {
  return text.replace(
    /(?<=[a-z])[aeou](?=[a-z ])/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const foreignText = 'Ein Bild für Zoë, 日本語, عربي, \u{1F3A8}\u{1F469}\u200D\u{1F680}, e\u0301, \u2028';

function withText(event: WebhookEvent, text: string): WebhookEvent {
  return { ...event, data: { ...event.data, progress: { percent: 100, phase: text, queue_position: 0 } } };
}

/** What may be unusual about genuine bytes, and still be the bytes that were signed. Several spellings each. */
const rows: Readonly<Record<string, { readonly what: string; readonly spellings: readonly Spelling[] }>> = {
  spacing: {
    what: 'a genuine body with unusual spacing',
    spellings: [
      (event) => ({ body: JSON.stringify(event, null, 2) }),
      (event) => ({ body: JSON.stringify(event, null, '\t').replaceAll('\n', '\r\n') }),
      (event) => ({ body: `  ${json(event).replaceAll(':{', ' : { ').replaceAll(',"', ' , "')}` }),
    ],
  },
  'key-order': {
    what: 'a genuine body whose fields stand in another order',
    spellings: [(event) => ({ body: json(reversed(event)) })],
  },
  escapes: {
    what: 'a genuine body with escaped characters',
    spellings: [
      (event) => ({ body: json(event).replaceAll('/', '\\/') }),
      (event) => ({ body: escaped(json(withText(event, 'a phase of many letters'))) }),
      (event) => ({ body: json(withText(event, '"quoted" \\ back\b\f\n\r\t\u0001')) }),
    ],
  },
  unicode: {
    what: 'a genuine body with text outside ASCII',
    spellings: [
      (event) => ({ body: json(withText(event, foreignText)) }),
      (event) => ({
        body: json(withText(event, foreignText)).replace(
          /[^ -~]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        ),
      }),
    ],
  },
  numbers: {
    what: 'a genuine body with numbers of unusual size or spelling',
    spellings: [
      (event) => ({
        body: json(event)
          .replace(/"percent":(\d+)/, '"percent":$1.0')
          .replace(/"queue_position":(\d+)/, '"queue_position":$1.0e0'),
      }),
      (event) => ({
        body: json(event)
          .replace(/"percent":\d+/, '"percent":1e2')
          .replace(/"billing_usd":0\.\d+/, (found) => `${found}00`),
      }),
      (event) => ({ body: json({ ...event, sequence: 'N' }).replace('"N"', '12345678901234567890') }),
      // No field that is typed number counts whole ones alone.
      (event) => ({
        body: json(event)
          .replace(/"percent":\d+/, '"percent":99.5')
          .replace(/"units":\{"images":(\d)\}/, '"units":{"images":$1,"audio-seconds":12.75,"":0}'),
      }),
      (event) => ({ body: json(event).replace(/"queue_position":\d+/, '"queue_position":70000') }),
      // More bytes than 32 bits count, and a price below a millionth.
      (event) => ({
        body: json(event)
          .replace(/"bytes":\d+/, '"bytes":5368709120')
          .replace(/"billing_usd":0\.\d+/, '"billing_usd":4e-7'),
      }),
    ],
  },
  'date-times': {
    what: 'a genuine body with date-times in unusual spelling',
    spellings: [
      (seconds: string) => `${seconds}Z`,
      (seconds: string) => `${seconds}.5Z`,
      (seconds: string) => `${seconds}.123456789Z`,
      (seconds: string) => `${seconds}+00:00`,
      (seconds: string) => `${new Date(Date.parse(`${seconds}Z`) + 2 * hourMs).toISOString().slice(0, 19)}+02:00`,
    ].map((spell) => (event) => ({
      body: json(event).replace(/(?<=")(\d{4}-\d\d-\d\dT[\d:]{8})\.\d+Z(?=")/g, (_, seconds: string) => spell(seconds)),
    })),
  },
  'final-newline': {
    what: 'a genuine body that ends with a newline',
    spellings: [(event) => ({ body: `${json(event)}\n` }), (event) => ({ body: `${json(event)}\r\n` })],
  },
  chunked: {
    what: 'a genuine body that arrives in pieces',
    // Of such sizes that some character is cut in two, and few enough that a busy machine sends them in time.
    spellings: [64, 37, 31].map((pieceBytes) => (event) => ({
      body: json(withText(event, foreignText)),
      pieceBytes,
    })),
  },
  charset: {
    what: 'a genuine delivery under application/json with the charset utf-8',
    spellings: [
      () => ({ headers: [['Content-Type', 'application/json; charset=utf-8']] }),
      () => ({ headers: [['Content-Type', 'application/json;charset=UTF-8']] }),
    ],
  },
  'header-case': {
    what: 'a genuine delivery whose header names are written in another letter case',
    spellings: [
      () => ({ spellName: (name) => name.toLowerCase() }),
      () => ({ spellName: (name) => name.toUpperCase() }),
    ],
  },
};

/** The signature covers the exact bytes, whatever they look like (Signature, 1). */
const bytes: readonly ReceiverCheck[] = Object.entries(rows).map(([name, { what, spellings }]) =>
  receiverCheck(`receiver.bytes.${name}`, async (world, type) => {
    await controlVerifies(world, type);
    const deliveries = spellings.map((spelling) => {
      const event = world.event(type);
      return { event, ...spelling(event) };
    });
    for (const exchange of await deliverAll(world, deliveries)) expectAcknowledged(world, exchange, what);
    await expectHandledIfCounted(
      world,
      deliveries.map(({ event }) => event),
      what,
    );
  }),
);
export default bytes;
