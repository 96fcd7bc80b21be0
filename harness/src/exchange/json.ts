/** An object of a JSON text. */
export type JsonObject = { readonly [name: string]: unknown };

/** What a body holds as JSON, or why it holds none. */
export type JsonReading = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly why: string };

const oddSpellings = new WeakMap<object, Map<string, string>>();

/** Parses bytes as JSON. Never throws. A byte order mark is passed over. */
export function readJson(bytes: Uint8Array): JsonReading {
  if (bytes.length === 0) return { ok: false, why: 'the body is empty' };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, why: 'the body is not valid UTF-8' };
  }
  try {
    return { ok: true, value: parse(text) };
  } catch (error) {
    return { ok: false, why: `the body is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** True for a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * How an integer was spelled, when it was with a fraction or an exponent (`1.0`, `1e9`): F136 only warns of that. Undefined for a plain
 * spelling. `holder` is an object or array that a reader of this folder returned.
 */
export function oddIntegerSpelling(holder: object, key: string | number): string | undefined {
  return oddSpellings.get(holder)?.get(String(key));
}

function parse(text: string): unknown {
  if (!/[0-9](?:\.[0-9]|[eE][+-]?[0-9])/.test(text)) return JSON.parse(text);
  return JSON.parse(text, function keep(this: object, key, value, context?: { source?: string }) {
    const source = context?.source;
    if (typeof value === 'number' && Number.isInteger(value) && source !== undefined && /[.eE]/.test(source)) {
      const known = oddSpellings.get(this) ?? new Map<string, string>();
      oddSpellings.set(this, known.set(key, source));
    }
    return value;
  });
}
