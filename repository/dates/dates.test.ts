import { expect, test } from 'vitest';
import { type ProvenDate, provenDates } from './dates.ts';

/** What a wall clock there shows so many seconds after the start. */
function local({ startsAt, timeZone }: ProvenDate, afterS: number) {
  const at = new Date(Date.parse(startsAt) + afterS * 1000);
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return format.format(at);
}

test.each([
  ['last seconds of a month', '30/11/2026, 23:59:59', '01/12/2026, 00:00:00'],
  ['last seconds of a year', '31/12/2026, 23:59:59', '01/01/2027, 00:00:00'],
  ['29 February', '29/02/2028, 23:59:59', '01/03/2028, 00:00:00'],
  ['end of a month of 28 days', '28/02/2027, 23:59:59', '01/03/2027, 00:00:00'],
  ['clocks go forward', '28/03/2027, 01:59:59', '28/03/2027, 03:00:00'],
  ['clocks go back', '25/10/2026, 02:59:59', '25/10/2026, 02:00:00'],
])('%s: ten seconds after the start, the calendar turns', (name, before, after) => {
  const date = provenDates.find((one) => one.name === name);
  if (date === undefined) throw new Error(`no date is named ${name}`);
  expect([local(date, 9), local(date, 10)]).toEqual([before, after]);
});
