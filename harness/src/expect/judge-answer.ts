import type { Exchange, ReceivedResponse } from '../exchange/exchange.ts';
import { describeAnswer } from './describe-answer.ts';
import { disturbanceOf } from './disturbance-of.ts';
import type { Judged } from './judged.ts';

/** Whether an answer came whole, whatever it says. A 429 or 503 is none unless it is in `asked`. */
export function judgeAnswer(exchange: Exchange, asked: readonly number[] = []): Judged<ReceivedResponse> {
  const { response, ending } = exchange;
  const whole = ending === 'complete' || ending === 'closed';
  return response !== undefined && whole && disturbanceOf(exchange, asked) === undefined
    ? { ok: true, value: response }
    : {
        ok: false,
        expected: 'a whole answer, and no 429 or 503 that was not asked for',
        observed: describeAnswer(exchange),
      };
}
