import { createHash } from 'node:crypto';
import { type EventType, isObject, type ReceiverWorld, type WebhookEvent } from '@gateproof/harness';
import { hourMs } from '@gateproof/spec';
import { withJob } from './shaped-jobs.ts';

/** An event with values that are seen seldom, and what they are. */
export interface RichEvent {
  readonly event: WebhookEvent;
  readonly what: string;
}

type Shape = (event: WebhookEvent, world: ReceiverWorld) => WebhookEvent;

const digestOf = (text: string, encoding: 'base64' | 'hex') => createHash('sha256').update(text).digest(encoding);
const longWords = 'The longest of all phrases goes on and on. '.repeat(100);
const objectOf = (value: unknown) => (isObject(value) ? value : {});

/** A text in which filters, trims and cuts show: no two of a run are the same. */
const textOf = (world: ReceiverWorld) =>
  ` ${world.unique('Text')}\t<b>"One" & 'Two'</b>\r\n100%25+1 Zoe\u0301, Zo\u00eb, 日本語, \u{1F469}\u200D\u{1F680}, more than sixty-four characters \u0001\\n &lt; `;

/** Letters in both cases, longer than any id that this service shows. */
const longId = (world: ReceiverWorld, prefix: string) => `${prefix}_${world.unique('Gp')}-${'Ab9z'.repeat(16)}`;

const addressOf = (world: ReceiverWorld) =>
  `https://Files.example.com/${world.unique('F')}%20a+b.png?Expires=1&Signature=${'a1%2B'.repeat(80)}&x=<y>`;

const textShape: Shape = (event, world) => {
  const text = () => textOf(world);
  const { output, usage, error, progress, svc_metadata: metadata } = event.data;
  const generation_id = longId(world, 'gen');
  const model = `Acme/${world.unique('Painter')}-${'XL+'.repeat(20)}v2`;
  const shaped = withJob(event, {
    id: longId(world, 'job'),
    generation_id,
    retry_of: longId(world, 'job'),
    model,
    progress: { ...objectOf(progress), phase: text() },
    svc_metadata: {
      ...objectOf(metadata),
      generation_id,
      requested_model: model,
      retention_class: text(),
      region: text(),
      policy: [text(), text(), text()],
    },
    ...(Array.isArray(output)
      ? {
          output: output.map((item) => ({
            ...item,
            url: addressOf(world),
            type: `application/vnd.${world.unique('Example')}+json; title="a & <b>"; note="${'long '.repeat(10)}"`,
            checksum_sha256: `+/${digestOf(world.unique('file'), 'base64')}`,
          })),
        }
      : {}),
    ...(isObject(usage)
      ? {
          usage: {
            ...usage,
            cost: { ...objectOf(usage.cost), cost_source: text(), cost_status: text(), price_version: text() },
          },
        }
      : {}),
    ...(event.type === 'job.succeeded'
      ? {}
      : {
          error: {
            code: 'internal_error',
            ...objectOf(error),
            kind: text(),
            scope: text(),
            message: `${text()}${longWords}`,
          },
        }),
  });
  return { ...shaped, id: longId(world, 'evt') };
};

const countOf = (world: ReceiverWorld) => Number(/\d+$/.exec(world.unique('count'))?.[0] ?? 0) % 80;

const numberShape: Shape = (event, world) => {
  const turn = 1 + countOf(world);
  const { output, usage } = event.data;
  return withJob(event, {
    progress: {
      ...objectOf(event.data.progress),
      percent: 12.34567890123 + turn,
      queue_position: 3_000_000_001 + 2 * turn,
    },
    ...(Array.isArray(output) ? { output: output.map((item) => ({ ...item, bytes: 5_368_709_121 + 2 * turn })) } : {}),
    // Work that failed may cost something as well.
    usage: {
      units: { images: 1 + turn, 'audio-seconds': 12.75, tokens: 123_456_789_013 },
      cost: {
        cost_source: 'price_list',
        cost_status: 'final',
        ...objectOf(objectOf(usage).cost),
        // A text that loses its last digit once it is taken for a number.
        price_version: `${turn}.10`,
        billing_usd: 0.000_123_456_789 * turn,
      },
    },
  });
};

const listShape: Shape = (event, world) =>
  withJob(event, {
    svc_metadata: {
      ...objectOf(event.data.svc_metadata),
      // In no order of their letters.
      policy: ['second', 'third', 'first'].map((name) => world.unique(name)),
    },
    ...(event.type === 'job.succeeded'
      ? {
          output: [2, 3, 1].map((n) => ({
            url: `https://files.example.com/${n}-${world.unique('output')}.png`,
            url_expires_at: new Date((world.nowS() + n) * 1000 + hourMs).toISOString(),
            type: `image/${n}`,
            bytes: 68 + n,
            checksum_sha256: digestOf(world.unique('file'), 'hex'),
            purged_at: new Date((world.nowS() + n) * 1000 + 2 * hourMs).toISOString(),
          })),
        }
      : {}),
  });

const timeShape: Shape = (event, world) => {
  const at = (aheadS: number) =>
    `${new Date((world.nowS() + aheadS) * 1000 + 2 * hourMs).toISOString().slice(0, 19)}.123456+02:00`;
  const behind = (aheadS: number) =>
    `${new Date((world.nowS() + aheadS) * 1000 - 3.5 * hourMs).toISOString().slice(0, 19)}.5-03:30`;
  return {
    ...withJob(event, { created_at: at(-90), started_at: behind(-60), completed_at: at(-1) }),
    created_at: at(0),
  };
};

const allShapes: Shape = (event, world) =>
  [listShape, numberShape, timeShape, textShape].reduce((shaped, shape) => shape(shaped, world), event);

const shapes: Readonly<Record<string, Shape>> = {
  'long texts with marks and blanks': textShape,
  'numbers of many digits': numberShape,
  'several items in its lists': listShape,
  'times with an offset': timeShape,
  'long texts, several items and numbers of many digits': allShapes,
};

/** One event of each shape, of values that no other event of the run has. */
export const richEvents = (world: ReceiverWorld, type: EventType): readonly RichEvent[] =>
  Object.entries(shapes).map(([what, shape]) => ({ event: shape(world.event(type), world), what }));
