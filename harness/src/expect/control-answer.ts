import type { Exchange, ReceivedResponse } from '../exchange/exchange.ts';
import { prerequisiteOf } from './control.ts';
import { judgeAnswer } from './judge-answer.ts';
import { control } from './judged.ts';

/**
 * An answer came whole, whatever it says, and is returned; otherwise `SetupFailed`, blocked by `prerequisite`. Default: the rule that says that the
 * route serves. A 429 or 503 throws `Disturbed` unless it is in `asked`.
 */
export function controlAnswer(
  exchange: Exchange,
  asked: readonly number[] = [],
  prerequisite = prerequisiteOf(exchange),
): ReceivedResponse {
  return control(exchange, judgeAnswer(exchange, asked), prerequisite, asked);
}
