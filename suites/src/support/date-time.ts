const pattern = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:?\d{2})$/;

/** Whether a value is a date-time as RFC 3339 writes it. */
export function isDateTime(value: unknown): value is string {
  return typeof value === 'string' && pattern.test(value) && !Number.isNaN(momentOf(value));
}

/** A date-time in ms since the epoch; NaN for anything else. */
export function momentOf(value: unknown): number {
  if (typeof value !== 'string') return Number.NaN;
  // JavaScript reads at most milliseconds for sure; further digits say nothing here.
  return Date.parse(value.replace(' ', 'T').replace(/(\.\d{3})\d+/, '$1'));
}
