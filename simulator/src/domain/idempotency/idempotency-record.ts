/** What the first request under a key led to: one JSON body, or the events of a stream. */
export type KeptAnswer =
  | { readonly form: 'json'; readonly text: string }
  | { readonly form: 'stream'; readonly events: readonly string[] };

/** A key in use: its first request still runs, or has left an answer. */
export type IdempotencyRecord =
  | {
      readonly state: 'in_progress';
      readonly fingerprint: string;
      readonly sinceMs: number;
      /** The answer once there is one; undefined when there will be none. */
      readonly settled: Promise<KeptAnswer | undefined>;
    }
  | { readonly state: 'finished'; readonly fingerprint: string; readonly sinceMs: number; readonly answer: KeptAnswer };

/** A number, text or structure as one text, the same for the same JSON value: names in order, no spacing. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`;
}
