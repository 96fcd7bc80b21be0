import type { CaseRecord } from '@gateproof/harness';

/**
 * The input of a case as a person reads it, and the client as which it asked: `temperature: 7, stream: false, asked as OkHttp asks`. Undefined for one that
 * says nothing by itself, such as a number: the request shows it better.
 */
export function caseText({ input, client }: Pick<CaseRecord, 'input' | 'client'>): string | undefined {
  const text = inputText(input);
  if (client === undefined) return text;
  return text === undefined ? `asked as ${client} asks` : `${text}, asked as ${client} asks`;
}

function inputText(input: string): string | undefined {
  const value = parsed(input);
  if (value === undefined) return silent.has(input) ? undefined : input;
  if (typeof value === 'string') return silent.has(value) ? undefined : value;
  if (typeof value !== 'object' || value === null) return undefined;
  const said = wordsIn(value);
  if (said !== undefined) return said;
  const parts = Array.isArray(value) ? value.map(plain) : Object.entries(value).map(([name, one]) => named(name, one));
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** What a case says of itself in its field `what`, which stands for the rest of it. */
function wordsIn(value: object): string | undefined {
  const [first] = Array.isArray(value) ? value : [value];
  const what: unknown = typeof first === 'object' && first !== null && 'what' in first ? first.what : undefined;
  return typeof what === 'string' && what !== '' ? what : undefined;
}

/** How a value that is left out stands in parsed inputs: no generated string has this form. */
const leftOut = '\u0000left out';

/** Inputs that say nothing by themselves. */
const silent: ReadonlySet<string> = new Set(['', 'plain', leftOut]);

/** An input is JSON but for `undefined`; anything else that a generator may print gives undefined. */
function parsed(input: string): unknown {
  const json = input.replace(/"(?:[^"\\]|\\.)*"|\bundefined\b/g, (part) =>
    part === 'undefined' ? JSON.stringify(leftOut) : part,
  );
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function named(name: string, value: unknown): string {
  return value === leftOut ? `${name} left out` : `${name}: ${plain(value)}`;
}

function plain(value: unknown): string {
  if (value === leftOut) return 'left out';
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}
