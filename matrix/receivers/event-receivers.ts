import type { SeenEvent } from './receiver-behaviour.ts';
import type { BadReceiver } from './receiver-deviations.ts';
import type { receiverVariations } from './receiver-variations.ts';

type Value = (value: unknown, before: unknown) => unknown;

const isObject = (value: unknown): value is SeenEvent =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The event with another value at a path of names; nothing is added where there is none. */
export function changed(event: unknown, path: string, value: Value, before?: unknown): unknown {
  const [name = '', ...rest] = path.split('.');
  if (Array.isArray(event)) return event.map((item) => changed(item, path, value, before));
  if (!isObject(event) || event[name] === undefined) return event;
  const earlier = isObject(before) ? before[name] : undefined;
  const inner = rest.length === 0 ? value(event[name], earlier) : changed(event[name], rest.join('.'), value, earlier);
  return { ...event, [name]: inner };
}

const giving = (paths: readonly string[], value: Value) => ({
  given: (event: SeenEvent, before: SeenEvent | undefined) =>
    paths.reduce<unknown>((made, path) => changed(made, path, value, before), event) as SeenEvent,
});

const text =
  (perturb: (text: string) => string): Value =>
  (value) =>
    typeof value === 'string' ? perturb(value) : value;
const number =
  (perturb: (number: number) => number): Value =>
  (value) =>
    typeof value === 'number' ? perturb(value) : value;
const lost: Value = () => undefined;
const fromBefore: Value = (value, before) => before ?? value;

const rows: readonly (readonly [id: string, paths: readonly string[], value: Value])[] = [
  ['complete', ['data.id'], lost],
  ['complete:type', ['type'], lost],
  ['complete:output', ['data.output'], () => null],
  ['unchanged', ['data.usage.cost.price_version'], text((long) => long.slice(0, 8))],
  ['unchanged:one-output', ['data.output'], (items) => (Array.isArray(items) ? items.slice(0, 1) : items)],
  ['unchanged:state', ['data.state'], () => 'done'],
  ['unchanged:null', ['data.usage'], () => null],
  ['own', ['data.model'], fromBefore],
  ['own:metadata', ['data.svc_metadata'], fromBefore],
  ['own:id', ['data.id'], fromBefore],
  ['unusual-values', ['data.progress.phase', 'data.error.message'], text((long) => long.trim())],
  ['unusual-values:long', ['data.error.message', 'data.generation_id'], text((long) => long.slice(0, 64))],
  ['unusual-values:normal-form', ['data.progress.phase'], text((long) => long.normalize('NFC'))],
  ['unusual-values:escaped', ['data.svc_metadata.region'], text((long) => long.replaceAll('<', '&lt;'))],
  ['unusual-values:decoded', ['data.progress.phase'], text((long) => long.replaceAll('%25', '%').replaceAll('+', ' '))],
  ['unusual-values:letter-case', ['data.model'], text((long) => long.toLowerCase())],
  ['unusual-values:rounded', ['data.progress.percent'], number(Math.round)],
  ['unusual-values:single-precision', ['data.progress.queue_position'], number(Math.fround)],
];

/** Receivers that handle each event once, and hand another event to their handler than was sent. */
export const eventReceivers: readonly BadReceiver[] = rows.map(([id, paths, value]) => ({
  id: `receiver.event.${id}`,
  changes: giving(paths, value),
  entails: ['receiver.event.'],
  // No other rule looks at what is handled.
  only: 'receiver.event.',
}));

const five = ({ id, type, data }: SeenEvent): SeenEvent => {
  const { id: job, state, output } = isObject(data) ? data : {};
  return { id, type, data: { id: job, state, output } };
};
const optional = { started_at: null, completed_at: null, output: null, usage: null, error: null, retry_of: null };
const empty = { output: [], retry_of: '', started_at: '0001-01-01T00:00:00Z', error: { code: '', message: '' } };
const withJob = (event: SeenEvent, fields: SeenEvent): SeenEvent => ({
  ...event,
  data: { ...fields, ...(isObject(event.data) ? event.data : {}) },
});
const times = ['created_at', 'data.created_at', 'data.started_at', 'data.completed_at', 'data.output.url_expires_at'];

/** Receivers that give their handler the event in another form, and with what was sent. */
export const eventVariations: typeof receiverVariations = [
  { id: 'shows no events', changes: { given: () => undefined } },
  { id: 'shows what a handler needs alone', changes: { given: five } },
  { id: 'shows null for what was left out', changes: { given: (event) => withJob(event, optional) } },
  { id: 'shows empty values for what was left out', changes: { given: (event) => withJob(event, empty) } },
  { id: 'shows further fields', changes: { given: (event) => withJob({ ...event, source: 'hook' }, { seen: true }) } },
  {
    id: 'shows times to the second',
    changes: giving(
      times,
      text((time) => `${new Date(time).toISOString().slice(0, 19)}+00:00`),
    ),
  },
  {
    id: 'keeps times to the millisecond and shows six digits',
    changes: giving(
      times,
      text((time) => new Date(time).toISOString().replace('Z', '000Z')),
    ),
  },
  {
    id: 'keeps times to the second and shows milliseconds',
    changes: giving(
      times,
      text((time) => `${new Date(time).toISOString().slice(0, 19)}.000Z`),
    ),
  },
  {
    id: 'shows prices as texts',
    changes: giving(['data.usage.cost.billing_usd'], (price) => (typeof price === 'number' ? String(price) : price)),
  },
];
