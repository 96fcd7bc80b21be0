import { describeFault, type Fault, faultCatalogue } from '@gateproof/upstreams';
import { isObject } from '../exchange/json.ts';

/** Fields whose value says all. */
const speaking: ReadonlySet<string> = new Set([
  'what',
  'how',
  'which',
  'kind',
  'form',
  'way',
  'reason',
  'variant',
  'name',
]);
/** Fields that stand for a part of a request: they are written as it is sent. */
const sent: ReadonlySet<string> = new Set([
  'value',
  'extra',
  'body',
  'settings',
  'messages',
  'more',
  'inputs',
  'text',
  'secret',
]);
const durations = [
  [86_400_000, 'days'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;
const mostItems = 6;
const mostCharacters = 120;

/** The input of a case in words, for checks that have none of their own: `route chat, among others`. */
export function caseWords(input: unknown): string {
  return wordsOf(input) || 'plain';
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string') return textWords(value);
  if (Array.isArray(value)) return listWords(value);
  if (isFault(value)) return `an upstream that ${describeFault(value)}`;
  if (isObject(value)) return fieldsWords(value);
  return value === undefined ? '' : value === null ? 'null' : String(value);
}

function fieldsWords(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .map(([name, value]) => fieldWords(name, value))
    .filter((words) => words !== '')
    .join(', ');
}

/** A field that is false, empty or left out says nothing. */
function fieldWords(name: string, value: unknown): string {
  const label = labelOf(name);
  if (sent.has(name)) return `${label} ${cut(JSON.stringify(value) ?? 'left out')}`;
  if (value === undefined || value === false) return '';
  if (value === true) return name === 'stream' ? 'in a stream' : label;
  if (typeof value === 'number' && name.endsWith('Ms')) return `${label.replace(/ ms$/, '')} ${durationWords(value)}`;
  if (speaking.has(name) && typeof value === 'string') return textWords(value);
  if (isFault(value)) return wordsOf(value);
  const words = wordsOf(value);
  if (words === '') return '';
  return typeof value === 'object' && value !== null ? `${label} (${words})` : `${label} ${words}`;
}

function durationWords(ms: number): string {
  const [unit, name] = durations.find(([unitMs]) => ms >= unitMs && ms % unitMs === 0) ?? [1, 'ms'];
  return `${ms / unit} ${name}`;
}

function listWords(items: readonly unknown[]): string {
  if (items.length === 0) return 'none';
  const words = items.slice(0, mostItems).map((item) => wordsOf(item) || 'plain');
  const more = items.length > mostItems ? [`${items.length - mostItems} more`] : [];
  return [...words, ...more].join('; ');
}

/** `isAmongOthers` is "among others". */
function labelOf(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.replace(/^(?:is|has|was) /, '');
}

function textWords(text: string): string {
  const isPlain = /^[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(text) && text.trim() === text;
  return cut(isPlain ? text : JSON.stringify(text));
}

function cut(text: string): string {
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}… (${text.length} characters)`;
}

function isFault(value: unknown): value is Fault {
  return isObject(value) && typeof value.kind === 'string' && Object.hasOwn(faultCatalogue, value.kind);
}
