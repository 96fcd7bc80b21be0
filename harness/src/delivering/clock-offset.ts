import type { RunClock } from '../clock/run-clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { headerOf } from '../exchange/headers.ts';

/** A `Date` header says whole seconds and is written before the answer has travelled: less than this is no difference. */
const noticeableMs = 2_000;

/** How far the other side's clock is ahead of ours, in ms, by the `Date` header of its answer; 0 when it says nothing or too little. */
export function clockOffsetMs(exchange: Exchange, clock: Pick<RunClock, 'wallMs'>): number {
  const date = Date.parse(headerOf(exchange, 'date') ?? '');
  if (Number.isNaN(date)) return 0;
  const offsetMs = date + 500 - clock.wallMs();
  return Math.abs(offsetMs) < noticeableMs ? 0 : offsetMs;
}
