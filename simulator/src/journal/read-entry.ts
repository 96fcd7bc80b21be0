import type { JournalEntry } from './journal-entry.ts';

/** A request with its body and its refusal taken apart. */
export interface ReadEntry {
  readonly entry: JournalEntry;
  /** Of the body; undefined when it is not JSON, or was too long to be kept. */
  readonly json: unknown;
  readonly text: string;
  /** Of the answer; undefined when it is no refusal. */
  readonly error: { readonly code: string; readonly message: string } | undefined;
}

export function readEntry(entry: JournalEntry): ReadEntry {
  const text = Buffer.from(entry.body).toString();
  const json = entry.body.length < entry.bodyBytes ? undefined : parsed(text);
  const { code, message } = ((parsed(entry.refusal ?? '') as { error?: unknown } | undefined)?.error ?? {}) as {
    code?: unknown;
    message?: unknown;
  };
  const error = typeof code === 'string' && typeof message === 'string' ? { code, message } : undefined;
  return { entry, json, text, error };
}

/** The value at a path such as `response_format.type`; undefined when there is none. */
export function valueAt(json: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
  }, json);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
