import { isObject } from '@gateproof/harness';
import { fieldRows } from '@gateproof/spec';

/** A field of an event that a handler was given in another way than it was sent. */
export interface EventDifference {
  /** `data.output[1].url`. */
  readonly path: string;
  readonly sent: unknown;
  readonly given: unknown;
}

type Kind = 'text' | 'number' | 'date-time' | 'numbers' | 'whole' | 'object' | 'list';

interface Field {
  readonly kind: Kind;
  readonly fields: Map<string, Field>;
}

const kindOf = (type: string): Kind => {
  if (type === 'an object') return 'object';
  if (type === 'an array of objects') return 'list';
  if (/number|integer/.test(type)) return 'number';
  return type === 'a date-time' ? 'date-time' : /array/.test(type) ? 'whole' : 'text';
};

/** Every field that the contract shows of an event and its job, as a tree. */
const documented = treeOf([
  ...['id', 'type', 'data.object', 'data.state', 'data.error.code', 'data.error.message'].map(
    (path) => [path, 'a string'] as const,
  ),
  ['created_at', 'a date-time'],
  ['data', 'an object'],
  ...fieldRows('job').map(({ path, type }) => [`data.${path}`, type] as const),
]);

function treeOf(rows: readonly (readonly [path: string, type: string])[]): Map<string, Field> {
  const root = new Map<string, Field>();
  const byDepth = rows.toSorted(([one], [other]) => one.split('.').length - other.split('.').length);
  for (const [path, type] of byDepth) {
    const steps = path.replaceAll('[]', '').split('.');
    const last = steps.pop() ?? path;
    const holder = steps.reduce((fields, step) => fields.get(step)?.fields ?? fields, root);
    // The names in `units` are the sender's own.
    const kind = path === 'data.usage.units' ? 'numbers' : kindOf(type);
    holder.set(last, { kind, fields: new Map() });
  }
  return root;
}

/** The fields that a handler always needs. */
export const needed = ['id', 'type', 'data.id', 'data.state', 'data.output'] as const;

/** The value at a path of names; undefined where there is none. */
export const valueAt = (value: unknown, path: string): unknown =>
  path
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .split('.')
    .reduce<unknown>(
      (holder, step) =>
        typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>)[step] : undefined,
      value,
    );

/** Where a handler was given other values than were sent. Fields that it was not given don't count, nor do those that the contract does not show. */
export function eventDifferences(sent: unknown, given: unknown): readonly EventDifference[] {
  return [...differencesOf(documented, sent, given, '')];
}

function* differencesOf(
  fields: Map<string, Field>,
  sent: unknown,
  given: unknown,
  at: string,
): Generator<EventDifference> {
  if (!isObject(given) || !isObject(sent)) return;
  for (const [name, field] of fields) {
    if (name in given) yield* differencesIn(field, sent[name], given[name], `${at}${name}`);
  }
}

function* differencesIn(field: Field, sent: unknown, given: unknown, path: string): Generator<EventDifference> {
  // What was not sent may be left out, null or empty.
  if (given === undefined || ((sent === undefined || sent === null) && isEmpty(given))) return;
  if (field.kind === 'object' && isObject(sent) && isObject(given)) {
    yield* differencesOf(field.fields, sent, given, `${path}.`);
    return;
  }
  if (field.kind === 'list' && Array.isArray(sent) && Array.isArray(given)) {
    yield* listDifferences(field, sent, given, path);
    return;
  }
  if (!isSame(field.kind, sent, given)) yield { path, sent, given };
}

function* listDifferences(
  { fields }: Field,
  sent: readonly unknown[],
  given: readonly unknown[],
  path: string,
): Generator<EventDifference> {
  if (sent.length !== given.length) yield { path, sent, given };
  else
    for (const [place, item] of sent.entries()) yield* differencesOf(fields, item, given[place], `${path}[${place}].`);
}

/** No text is the first instant of some languages. */
const noTime = /^0001-01-01T00:00:00/;

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty);
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    value === 0 ||
    (typeof value === 'string' && noTime.test(value))
  );
}

function isSame(kind: Kind, sent: unknown, given: unknown): boolean {
  if (kind === 'number') return sent === given || (typeof given === 'string' && given !== '' && Number(given) === sent);
  if (kind === 'numbers' && isObject(sent) && isObject(given)) {
    const names = new Set([...Object.keys(sent), ...Object.keys(given)]);
    return [...names].every((name) => isSame('number', sent[name], given[name]));
  }
  if (kind === 'date-time') return sent === given || isSameInstant(String(sent), given);
  return JSON.stringify(inOrder(sent)) === JSON.stringify(inOrder(given));
}

const inOrder = (value: unknown): unknown =>
  isObject(value) ? Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)) : value;

const nanoDigits = 9;

/** In nanoseconds, with how many digits the fraction of its second has. */
function instantOf(text: string): { readonly nanos: bigint; readonly digits: number } | undefined {
  const found = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:[.,](\d+))?\s*([Zz]|[+-]\d\d:?\d\d)$/.exec(text);
  if (found === null) return undefined;
  const [, day, time, fraction = '', zone = 'Z'] = found;
  const seconds = Date.parse(`${day}T${time}${zone.toUpperCase().replace(/^(...)(\d\d)$/, '$1:$2')}`) / 1000;
  if (!Number.isInteger(seconds)) return undefined;
  const nanos =
    BigInt(seconds) * 10n ** BigInt(nanoDigits) + BigInt(fraction.padEnd(nanoDigits, '0').slice(0, nanoDigits));
  // Zeros at the end may be no more than how times are written there.
  return { nanos, digits: Math.min(nanoDigits, fraction.replace(/0+$/, '').length) };
}

/** A time may be spelled in another way, and rounded to what its spelling shows. */
function isSameInstant(sent: string, given: unknown): boolean {
  const [one, other] = [instantOf(sent), typeof given === 'string' ? instantOf(given) : undefined];
  if (one === undefined || other === undefined) return false;
  const unit = 10n ** BigInt(nanoDigits - other.digits);
  const cut = one.nanos - (one.nanos % unit);
  return other.nanos === cut || (other.nanos === cut + unit && one.nanos - cut >= unit / 2n);
}
