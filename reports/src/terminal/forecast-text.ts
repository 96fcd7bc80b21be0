import type { RunForecast } from '@gateproof/harness';
import { counted } from '../text/cut-text.ts';

/** What a run is expected to cost and to take, in one line, with the limit that would do where the given one would not. */
export function forecastText({
  requests,
  generations,
  tokens,
  durationMs,
  limitMs,
  neededLimitMs,
  answerMs,
}: RunForecast): string {
  const spent = tokens === undefined ? '' : `, about ${tokens.toLocaleString('en-US')} tokens`;
  const work = `about ${counted(requests, 'request')}, ${generations.toLocaleString('en-US')} of them chats and jobs${spent}`;
  const time = `${inSeconds(durationMs)} at ${Math.max(1, Math.round(answerMs))} ms an answer`;
  const limit =
    neededLimitMs === undefined
      ? ''
      : `; the limit is ${limitMs / 1000} s, --time-limit ${neededLimitMs / 1000} would do`;
  return `${work}; about ${time}${limit}`;
}

/** An estimate is no more exact than whole seconds, and minutes where it is long. */
function inSeconds(durationMs: number): string {
  const seconds = Math.max(1, Math.round(durationMs / 1000));
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
