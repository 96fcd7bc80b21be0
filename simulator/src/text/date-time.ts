/** A moment as the contract writes it. */
export function dateTime(ms: number): string {
  if (ms !== latest.ms) latest = { ms, text: new Date(ms).toISOString() };
  return latest.text;
}

/** The moment that was last asked for: one answer names the same one several times. */
let latest = { ms: 0, text: new Date(0).toISOString() };
