import { isObject, type JsonObject } from '@gateproof/spec';
import type { FieldKind } from './contract-fields.ts';

/** What an operator may put in a field's place, besides the field itself. */
export interface Around {
  /** The message that the field stands in. */
  readonly siblings: JsonObject | readonly unknown[];
  readonly name: string;
  /** The value here in the answer of this route before, about another thing of the account. */
  readonly earlier: unknown;
  /** The value here in the last answer to another account, or about another job of the account. */
  readonly foreign: unknown;
}

/** The field is left out. */
export const lost = Symbol('lost');

interface Perturbation {
  /** The fields that it can change; undefined: all. */
  readonly kinds?: readonly FieldKind[];
  readonly apply: (value: unknown, around: Around) => unknown;
}

const texts = ['text', 'word', 'moment'] as const;
const sized = [...texts, 'list'] as const;
const counted = ['number', 'moment', 'text'] as const;

/** Another value, or the same where there is nothing to change. */
export const perturbations = {
  lost: { apply: () => lost },
  null: { apply: () => null },
  empty: { apply: emptyOf },
  'other-type': { apply: (value) => (typeof value === 'string' ? 7 : isObject(value) ? [] : String(value)) },
  'other-case': { kinds: texts, apply: (value) => onText(value, otherCase) },
  earlier: { apply: (value, { earlier }) => earlier ?? value },
  foreign: { apply: (value, { foreign }) => foreign ?? value },
  rounded: { kinds: counted, apply: (value) => onNumber(value, (number) => Math.round(number / 60) * 60, 60_000) },
  'off-by-one': { kinds: counted, apply: (value) => onNumber(value, (number) => number + 1, 1_000) },
  'other-unit': { kinds: counted, apply: (value) => onNumber(value, (number) => number * 1_000) },
  cut: { kinds: sized, apply: (value) => onSized(value, (length) => Math.floor(length / 2)) },
  trimmed: { kinds: sized, apply: (value) => onSized(value, (length) => length - 1) },
  'escaped-twice': { kinds: ['text'], apply: (value) => onText(value, escaped) },
  reversed: { kinds: ['list'], apply: (value) => (Array.isArray(value) ? value.toReversed() : value) },
  doubled: { kinds: sized, apply: doubled },
  'first-of-several': { kinds: ['list'], apply: (value) => (Array.isArray(value) ? value.slice(0, 1) : value) },
  neighbour: { apply: neighbourOf },
  'unknown-word': { kinds: ['word'], apply: (value) => onText(value, () => 'unheard_of') },
} as const satisfies Readonly<Record<string, Perturbation>>;

export type PerturbationName = keyof typeof perturbations;

/** The perturbations that can change a field of this kind. */
export function perturbationsOf(kind: FieldKind): readonly PerturbationName[] {
  return (Object.keys(perturbations) as PerturbationName[]).filter((name) => {
    const { kinds }: Perturbation = perturbations[name];
    return (kinds === undefined || kinds.includes(kind)) && !(kind === 'null' && name === 'null');
  });
}

function emptyOf(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (isObject(value)) return {};
  return typeof value === 'string' ? '' : typeof value === 'number' ? 0 : value;
}

const onText = (value: unknown, change: (text: string) => string) =>
  typeof value === 'string' ? change(value) : value;
const otherCase = (text: string) => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase());
const escaped = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A number, a number that a text spells, or a moment, whose step is given. */
function onNumber(value: unknown, change: (number: number) => number, momentStepMs?: number): unknown {
  if (typeof value === 'number') return change(value);
  if (typeof value !== 'string') return value;
  if (/^\d+$/.test(value)) return String(change(Number(value)));
  const atMs = /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(atMs)) return value;
  if (momentStepMs === undefined) return String(atMs);
  const stepped = momentStepMs === 60_000 ? Math.floor(atMs / momentStepMs) * momentStepMs : atMs + momentStepMs;
  return new Date(stepped).toISOString();
}

function onSized(value: unknown, length: (length: number) => number): unknown {
  return typeof value === 'string' || Array.isArray(value) ? value.slice(0, length(value.length)) : value;
}

function doubled(value: unknown): unknown {
  if (typeof value === 'string') return value + value;
  return Array.isArray(value) ? value.flatMap((item) => [item, item]) : value;
}

/** The value of the next field of the same type beside it. */
function neighbourOf(value: unknown, { siblings, name }: Around): unknown {
  const entries = Object.entries(siblings);
  const place = entries.findIndex(([other]) => other === name);
  const next = [...entries.slice(place + 1), ...entries.slice(0, place)].find(
    ([, other]) => typeof other === typeof value && other !== value,
  );
  return next === undefined ? value : next[1];
}
