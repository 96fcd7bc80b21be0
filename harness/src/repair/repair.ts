import type { ServiceNames } from '@gateproof/spec';
import type { Harm } from '../check/harm.ts';
import type { Exchange, ReceivedResponse } from '../exchange/exchange.ts';

/** An exchange that was answered. */
export interface AnsweredExchange extends Exchange {
  readonly response: ReceivedResponse;
}

/** Answers in which a break can show. */
export interface AnswerKind {
  includes(exchange: AnsweredExchange): boolean;
  /** What of a stream with an error chunk is meant. Default: the stream. */
  readonly failedStreams?: string;
}

/** Repairs that are one thing to fix: they give the fields that one object lacks. */
export interface RepairFamily {
  readonly id: string;
  /** What is wrong where these fields are missing. */
  sentence(fields: readonly string[]): string;
}

/** One common break of the answers that the harness can mend, so that the rules behind it can be judged without it. */
export interface Repair {
  readonly id: string;
  /** What is wrong with the answers. */
  readonly sentence: string;
  /** The rules that state what is mended, by id. */
  readonly states: readonly string[];
  /** The answers in which the break could show. */
  readonly concerns: AnswerKind;
  /** Default `shape`. */
  readonly harm?: Harm;
  /** The family, and the field that this repair gives. */
  readonly family?: { readonly of: RepairFamily; readonly field: string };
  /** The answer as it would be without the break; undefined for an answer that does not have it. Pure. */
  mend(exchange: AnsweredExchange, names: ServiceNames): ReceivedResponse | undefined;
}
