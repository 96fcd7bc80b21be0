import { Disturbed } from '../check/setup-failed.ts';
import type { RunClock } from '../clock/run-clock.ts';
import type { Attempt } from './run-case.ts';

/** In each time zone, days (and so months and years) begin at a full quarter of an hour. */
const quarterHourMs = 15 * 60_000;
/** A wall clock that is slewed or read late differs by less. */
const noticeableJumpMs = 1_000;

/** One moment on both clocks of the machine. */
interface Moment {
  readonly wallMs: number;
  readonly nowMs: number;
}

/**
 * Runs an attempt: one that did not hold is disturbed if a day may have begun meanwhile (in any time zone), or if the wall clock was set. What is counted by
 * the day, the month or the hour may then have begun again, so what the case saw shows nothing of the target.
 */
export async function watchCalendar(clock: RunClock, run: () => Promise<Attempt>): Promise<Attempt> {
  const began = momentOf(clock);
  const attempt = await run();
  if (attempt.disturbance !== undefined || attempt.thrown === undefined) return attempt;
  const what = calendarTurn(began, momentOf(clock));
  if (what === undefined) return attempt;
  const error = new Disturbed(what, { exchange: '', otherwise: attempt.thrown });
  return { ...attempt, end: { kind: 'disturbed', why: what }, disturbance: { error, of: { kind: 'calendar-turn' } } };
}

/** The reason why two moments do not belong to the same day, or undefined where they do. */
export function calendarTurn(began: Moment, ended: Moment): string | undefined {
  const jumpMs = ended.wallMs - began.wallMs - (ended.nowMs - began.nowMs);
  if (Math.abs(jumpMs) > noticeableJumpMs) return 'the clock of this machine was set while the case ran';
  const quarterOf = ({ wallMs }: Moment) => Math.floor(wallMs / quarterHourMs);
  if (quarterOf(began) !== quarterOf(ended)) return 'a day may have begun while the case ran';
  return undefined;
}

function momentOf(clock: RunClock): Moment {
  return { wallMs: clock.wallMs(), nowMs: clock.nowMs() };
}
