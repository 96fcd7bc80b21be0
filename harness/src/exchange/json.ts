import { isObject, type JsonObject } from '@gateproof/spec';

export { isObject, type JsonObject };

/** What a body holds as JSON, or why it holds none. */
export type JsonReading = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly why: string };

/** What is nested deeper is not read: nothing that walks through it, or prints it, could be relied on. */
const deepest = 500;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

const oddSpellings = new WeakMap<object, Map<string, string>>();

/** Parses bytes as JSON. Never throws. A byte order mark is passed over. */
export function readJson(bytes: Uint8Array): JsonReading {
  if (bytes.length === 0) return { ok: false, why: 'the body is empty' };
  let text: string;
  try {
    text = strictUtf8.decode(bytes);
  } catch {
    return { ok: false, why: 'the body is not valid UTF-8' };
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isTooDeep(text)) return { ok: false, why: `the body is JSON nested more than ${deepest} levels deep` };
    return { ok: true, value: mayHoldOddIntegers(text) ? parseNotingOddIntegers(text) : value };
  } catch (error) {
    return { ok: false, why: `the body is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/**
 * How an integer was spelled, when it was with a fraction or an exponent (`1.0`, `1e9`): F136 only warns of that. Undefined for a plain
 * spelling. `holder` is an object or array that a reader of this folder returned.
 */
export function oddIntegerSpelling(holder: object, key: string | number): string | undefined {
  return oddSpellings.get(holder)?.get(String(key));
}

function isTooDeep(text: string): boolean {
  if (text.length <= deepest) return false;
  let depth = 0;
  let inString = false;
  for (let place = 0; place < text.length; place += 1) {
    const character = text[place];
    if (inString) {
      if (character === '\\') place += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}

/** What stands in quotes may look like one, too: then a text is only read more carefully. */
function mayHoldOddIntegers(text: string): boolean {
  return /(?:^|[[:,\s])-?[0-9]+(?:\.0+(?![0-9])|(?:\.[0-9]+)?[eE][+-]?[0-9])/.test(text);
}

function parseNotingOddIntegers(text: string): unknown {
  return JSON.parse(text, function keep(this: object, key, value, context?: { source?: string }) {
    const source = context?.source;
    if (typeof value === 'number' && Number.isInteger(value) && source !== undefined && /[.eE]/.test(source)) {
      const known = oddSpellings.get(this) ?? new Map<string, string>();
      oddSpellings.set(this, known.set(key, source));
    }
    return value;
  });
}
