import type { JsonObject } from '@gateproof/spec';

/** What stands in a field: text, a number, true or false, a list, an object. */
export type Shape = 's' | 'n' | 'b' | 'l' | 'o';

/** What an operator may take in the place of a value. */
export interface Sources {
  /** The object or list that the value stands in. */
  readonly parent: unknown;
  /** The value's own name in it. */
  readonly name: string;
  /** What stood in this field in the call before, and in another call that runs at the same time. */
  readonly before: unknown;
  readonly other: unknown;
  /** Which try of its request this is, from 1. */
  readonly attempt: number;
}

/** Turns the value of a field into a wrong one; `undefined` leaves the field out. */
export interface Operator {
  readonly shapes: string;
  /** Whether only requests as they are sent have tries that differ. */
  readonly isOfTries?: true;
  apply(value: unknown, sources: Sources): unknown;
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

/** The same value with each of its texts or numbers changed. */
function eachLeaf(change: (leaf: unknown) => unknown): (value: unknown) => unknown {
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within);
    if (!isObject(value)) return change(value);
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, within(inner)]));
  };
  return within;
}
const eachText = (change: (text: string) => string) =>
  eachLeaf((leaf) => (typeof leaf === 'string' ? change(leaf) : leaf));
const eachNumber = (change: (number: number) => unknown) =>
  eachLeaf((leaf) => (typeof leaf === 'number' ? change(leaf) : leaf));

const otherCase = (text: string) => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase());
const standard = { string: 'default', number: 1, boolean: false } as Readonly<Record<string, unknown>>;

function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return isObject(value) ? {} : '';
}

function withoutNested(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNested);
  const [last] = Object.keys(value as JsonObject).slice(-1);
  return Object.fromEntries(Object.entries(value as JsonObject).filter(([name]) => name !== last));
}

function neighbourOf(value: unknown, { parent, name }: Sources): unknown {
  const others = Object.entries(parent as JsonObject).filter(
    ([key, other]) => key !== name && typeof other === typeof value && Array.isArray(other) === Array.isArray(value),
  );
  return (others.find(([key]) => key > name) ?? others[0] ?? [name, value])[1];
}

/** All operators by the name that they have in a mutant's id. */
export const operators: Readonly<Record<string, Operator>> = {
  lost: { shapes: 'snblo', apply: () => undefined },
  null: { shapes: 'snblo', apply: () => null },
  empty: { shapes: 'slo', apply: emptied },
  default: { shapes: 'snb', apply: (value) => standard[typeof value] ?? value },
  before: { shapes: 'snblo', apply: (value, { before }) => before ?? value },
  other: { shapes: 'snblo', apply: (value, { other }) => other ?? value },
  'first-try': {
    shapes: 'snblo',
    isOfTries: true,
    apply: (value, { attempt }) => (attempt === 1 ? value : undefined),
  },
  'retry-only': {
    shapes: 'snblo',
    isOfTries: true,
    apply: (value, { attempt }) => (attempt > 1 ? value : undefined),
  },
  case: { shapes: 'slo', apply: eachText(otherCase) },
  trimmed: { shapes: 'slo', apply: eachText((text) => text.trim()) },
  cut: { shapes: 'slo', apply: eachText((text) => text.slice(0, -1)) },
  'cut-64': { shapes: 'slo', apply: eachText((text) => text.slice(0, 64)) },
  text: {
    shapes: 'nblo',
    apply: eachLeaf((leaf) => (typeof leaf === 'string' || leaf === null ? leaf : String(leaf))),
  },
  whole: { shapes: 'nlo', apply: eachNumber(Math.round) },
  short: { shapes: 'nlo', apply: eachNumber(Math.fround) },
  reversed: { shapes: 'l', apply: (value) => (Array.isArray(value) ? value.toReversed() : value) },
  doubled: {
    shapes: 'sl',
    apply: (value) => (Array.isArray(value) ? [...value, ...value] : `${String(value)}${String(value)}`),
  },
  'first-only': { shapes: 'l', apply: (value) => (Array.isArray(value) ? value.slice(0, 1) : value) },
  nested: { shapes: 'lo', apply: (value) => (isObject(value) ? withoutNested(value) : value) },
  escaped: { shapes: 'slo', apply: eachText((text) => JSON.stringify(text).slice(1, -1)) },
  neighbour: { shapes: 'snblo', apply: neighbourOf },
};
