/** A moment at which tests and suite run, because something that is counted by the calendar begins again shortly after. */
export interface ProvenDate {
  readonly name: string;
  /** ISO 8601, in UTC. */
  readonly startsAt: string;
  readonly timeZone: string;
}

export const provenDates: readonly ProvenDate[] = [
  { name: 'last seconds of a month', startsAt: '2026-11-30T23:59:50Z', timeZone: 'UTC' },
  { name: 'last seconds of a year', startsAt: '2026-12-31T23:59:50Z', timeZone: 'UTC' },
  { name: '29 February', startsAt: '2028-02-29T23:59:50Z', timeZone: 'UTC' },
  { name: 'end of a month of 28 days', startsAt: '2027-02-28T23:59:50Z', timeZone: 'UTC' },
  { name: 'clocks go forward', startsAt: '2027-03-28T00:59:50Z', timeZone: 'Europe/Berlin' },
  { name: 'clocks go back', startsAt: '2026-10-25T00:59:50Z', timeZone: 'Europe/Berlin' },
];
