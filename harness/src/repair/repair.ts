import type { ServiceNames } from '@gateproof/spec';
import type { Exchange, ReceivedResponse } from '../exchange/exchange.ts';

/** An exchange that was answered. */
export interface AnsweredExchange extends Exchange {
  readonly response: ReceivedResponse;
}

/** One common break of the answers that the harness can mend, so that the rules behind it can be judged without it. */
export interface Repair {
  readonly id: string;
  /** What is wrong with the answers. */
  readonly sentence: string;
  /** The rules that state what is mended, by id. */
  readonly states: readonly string[];
  /** The answer as it would be without the break; undefined for an answer that does not have it. Pure. */
  mend(exchange: AnsweredExchange, names: ServiceNames): ReceivedResponse | undefined;
}
