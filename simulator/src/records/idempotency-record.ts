/** What the first request under a key led to: one JSON body, or the events of a stream. */
export type KeptAnswer =
  | { readonly form: 'json'; readonly text: string }
  | { readonly form: 'stream'; readonly events: readonly string[] };

/** A key in use, as it is kept: its first request runs, has left an answer, or was cut off: its client went away, or the process ended. */
export interface IdempotencyRecord {
  readonly state: 'in_progress' | 'finished' | 'interrupted';
  readonly fingerprint: string;
  /** Of a job, as against a conversation. */
  readonly isSubmission: boolean;
  /** There as soon as the first request is sure to be answered so. */
  readonly answer?: KeptAnswer;
}

/** A number, text or structure as one text, the same for the same JSON value: names in order, no spacing. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = value as Readonly<Record<string, unknown>>;
  const texts = Object.keys(fields)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(fields[name])}`);
  return `{${texts.join(',')}}`;
}
