import { expect, test } from 'vitest';
import { Violation } from '../check/violation.ts';
import { calendarTurn, watchCalendar } from './calendar-turns.ts';
import { anAttempt } from './run-fixture.fixture.ts';

const broken = new Violation({ expected: '402 under a spent cap', observed: '200' });
const broke = anAttempt({ end: { kind: 'broke', finding: broken.finding }, thrown: broken });
const held = anAttempt();

/** Watches a case that takes `tookMs`, from an instant of the wall clock on, which is set by `setByMs` meanwhile. */
function watching(from: string, { tookMs, setByMs = 0 }: { tookMs: number; setByMs?: number }, attempt = broke) {
  const at = { nowMs: 70, wallMs: Date.parse(from) };
  const clock = {
    nowMs: () => at.nowMs,
    wallMs: () => at.wallMs,
    after: () => () => undefined,
    pause: () => Promise.resolve(),
  };
  return watchCalendar(clock, async () => {
    at.nowMs += tookMs;
    at.wallMs += tookMs + setByMs;
    return attempt;
  });
}

test.each([
  ['the end of a month', '2026-11-30T23:59:58Z'],
  ['the end of a year', '2026-12-31T23:59:58Z'],
  ['the end of a day', '2028-02-29T23:59:58Z'],
  ['midnight in India', '2026-11-30T18:29:58Z'],
  ['midnight in Nepal', '2026-11-30T18:14:58Z'],
  ['midnight in Auckland', '2026-11-30T10:59:58Z'],
])('a case that breaks over %s is disturbed, and counts if it stays so', async (_, from) => {
  const seen = await watching(from, { tookMs: 3_000 });
  expect(seen.end).toEqual({ kind: 'disturbed', why: 'a day may have begun while the case ran' });
  expect(seen.disturbance).toMatchObject({ error: { otherwise: broken }, of: { kind: 'calendar-turn' } });
});

test.each([-3_600_000, 3_600_000, -2_000])('so is one that breaks while the clock is set by %i ms', async (setByMs) => {
  const seen = await watching('2026-11-30T12:01:00Z', { tookMs: 50, setByMs });
  expect(seen.end).toEqual({ kind: 'disturbed', why: 'the clock of this machine was set while the case ran' });
});

test('a case that breaks within one day counts', async () => {
  expect((await watching('2026-11-30T23:58:00Z', { tookMs: 100_000 })).end.kind).toBe('broke');
  expect((await watching('2026-11-30T12:01:00Z', { tookMs: 50, setByMs: 900 })).end.kind).toBe('broke');
});

test('a case that held counts whenever it ran', async () => {
  expect((await watching('2026-12-31T23:59:58Z', { tookMs: 3_000 }, held)).end.kind).toBe('held');
});

test('two moments of one day need no reason', () => {
  const noonMs = Date.parse('2026-11-30T12:00:00Z');
  expect(calendarTurn({ wallMs: noonMs, nowMs: 0 }, { wallMs: noonMs + 1, nowMs: 1 })).toBeUndefined();
});
