import { fieldRows, isObject, type JsonObject } from '@gateproof/spec';
import type { Changes } from './decisions.ts';
import { type CrossedReceiver, type CrossRow, crossed, row } from './mutant.ts';
import { concerns, stumblings, valuePerturbations } from './perturbations.ts';

const types = ['succeeded', 'failed', 'canceled'];

/** Every field of an event, by its path, with its type; `[]` stands for every item. */
const fields: readonly (readonly [path: string, type: string])[] = [
  ...['id', 'type', 'data.object', 'data.state', 'data.error.code', 'data.error.message'].map(
    (path) => [path, 'a string'] as const,
  ),
  ['created_at', 'a date-time'],
  ['data', 'an object'],
  ...fieldRows('job').map(({ path, type }) => [`data.${path}`, type] as const),
];
const wordsOf = (path: string) => new RegExp((path.split('.').at(-1) ?? path).replace('[]', ''), 'i');
const occasionsOf = [
  'always',
  ...types,
  'every second',
  'come again',
  'after a refusal',
  'burst',
  'restarted',
  'several outputs',
];

/** The values at a path. */
function valuesAt(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return [value];
  if (!isObject(value)) return [];
  const inner = value[step.replace('[]', '')];
  if (!step.endsWith('[]')) return rest.length === 0 || inner !== undefined ? valuesAt(inner, rest) : [];
  return Array.isArray(inner) ? inner.flatMap((item) => valuesAt(item, rest)) : [];
}

/** The same with other values at the path. */
function withValues(value: unknown, [step, ...rest]: readonly string[], change: (value: unknown) => unknown): unknown {
  if (step === undefined) return change(value);
  const name = step.replace('[]', '');
  if (!isObject(value) || value[name] === undefined) return value;
  const inner = value[name];
  const changed =
    step.endsWith('[]') && Array.isArray(inner)
      ? inner.map((item) => withValues(item, rest, change))
      : withValues(inner, rest, change);
  return { ...value, [name]: changed };
}

const understood = fields.flatMap(([path, type]) =>
  Object.entries(valuePerturbations)
    .filter(([operator]) => concerns(operator, type))
    .map(([operator, perturb]): CrossRow => {
      const steps = path.split('.');
      return row(`event.${path} × ${operator}`, wordsOf(path), {
        workMs: () => (operator.endsWith('at the same time') ? 5 : 0),
        event: (event, seen) => {
          const before = valuesAt(seen.before?.event, steps)[0];
          const newest = valuesAt(seen.newest(), steps)[0];
          return withValues(event, steps, (value) => perturb(value, before, newest)) as JsonObject;
        },
      });
    }),
);

const demands = fields.flatMap(([path, type]) =>
  Object.entries(stumblings)
    .filter(([operator]) => concerns(operator, type))
    .map(([operator, stumbles]) =>
      row(`demand.${path} × refused when ${operator}`, wordsOf(path), {
        understands: (good, { event }) => good && !valuesAt(event, path.split('.')).some(stumbles),
      }),
    ),
);

const known = new Set(fields.map(([path]) => path.replaceAll('[]', '')));
const parents = [
  '',
  'data',
  'data.progress',
  'data.output[]',
  'data.usage',
  'data.usage.cost',
  'data.error',
  'data.svc_metadata',
];
const strictness = parents.map((parent) => {
  const steps = parent === '' ? [] : parent.split('.');
  const isUnknown = (name: string) => !known.has([...steps, name].join('.').replaceAll('[]', ''));
  return row(`demand.${parent || 'event'} × refused when it has unknown fields`, /unknown|further|field|extra/i, {
    understands: (good, { event }) =>
      good && !valuesAt(event, steps).some((value) => isObject(value) && Object.keys(value).some(isUnknown)),
  });
});

const typed = (name: string, words: RegExp, changes: Changes) => row(`type.${name}`, words, changes);
const typeRows = types.flatMap((type) => {
  const words = new RegExp(`${type}|type`, 'i');
  const isOfType = (event: JsonObject | undefined) => event?.type === `job.${type}`;
  return [
    typed(`${type} × ignored`, words, { effects: (good, { event }) => (isOfType(event) ? 0 : good) }),
    typed(`${type} × refused`, words, { understands: (good, { event }) => good && !isOfType(event) }),
    typed(`${type} × handled twice`, words, { effects: (good, { event }) => (isOfType(event) ? 2 * good : good) }),
    typed(`${type} × refused with 501`, words, {
      status: (good, { event }) => (isOfType(event) && good === 200 ? 501 : good),
    }),
    typed(`${type} × refused as the type of the header`, words, {
      understands: (good, { headers }) =>
        good && !headers.some(([name, value]) => /^svc-event$/i.test(name) && value === `job.${type}`),
    }),
    typed(`${type} × ignored when the job is known`, words, {
      effects: (good, { event, isKnownJob }) => (isOfType(event) && isKnownJob ? 0 : good),
    }),
  ];
});

/** What a receiver does with the event: the fields that it takes, what it stumbles over, and each type. */
export const understandingMutants: readonly CrossedReceiver[] = [
  ...crossed(understood, occasionsOf),
  ...crossed([...demands, ...strictness], occasionsOf),
  ...crossed(typeRows),
];
