import type { Exchange, ReceivedResponse } from '../exchange/exchange.ts';
import { describeAnswer } from './describe-answer.ts';
import { disturbanceOf } from './disturbance-of.ts';
import { control, type Judged } from './judged.ts';

/**
 * An answer came whole, whatever it says, and is returned; otherwise `SetupFailed`, blocked by `prerequisite` if given. A 429 or 503 throws
 * `Disturbed` unless it is in `asked`.
 */
export function controlAnswer(
  exchange: Exchange,
  asked: readonly number[] = [],
  prerequisite?: string,
): ReceivedResponse {
  const { response, ending } = exchange;
  const whole = ending === 'complete' || ending === 'closed';
  const judged: Judged<ReceivedResponse> =
    response !== undefined && whole && disturbanceOf(exchange, asked) === undefined
      ? { ok: true, value: response }
      : { ok: false, expected: 'a whole answer', observed: describeAnswer(exchange) };
  return control(exchange, judged, prerequisite, asked);
}
