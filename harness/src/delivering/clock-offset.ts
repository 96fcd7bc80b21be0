import { secondMs } from '@gateproof/spec';
import type { RunClock } from '../clock/run-clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { headerOf } from '../exchange/headers.ts';

/** A `Date` header says whole seconds. */

/**
 * How far the other side's clock is ahead of ours, in ms, by the `Date` header of its answer; 0 when it says nothing, or nothing that
 * `noticeableMs` do not account for. The header may have been written at any time between the request and the answer, and a busy server
 * writes one that is some seconds old.
 */
export function clockOffsetMs(
  exchange: Exchange,
  clock: Pick<RunClock, 'wallMs' | 'nowMs'>,
  noticeableMs: number,
): number {
  const date = Date.parse(headerOf(exchange, 'date') ?? '');
  if (Number.isNaN(date)) return 0;
  const endedMs = clock.wallMs();
  const beganMs = endedMs - (clock.nowMs() - exchange.request.atMs);
  const least = date - endedMs;
  const most = date + secondMs - beganMs;
  if (least > noticeableMs) return least + secondMs / 2;
  return most < -noticeableMs ? most - secondMs / 2 : 0;
}
