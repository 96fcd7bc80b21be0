import type { IncomingHttpHeaders } from 'node:http';
import type { AnswerOutcome } from './effect-ledger.ts';

/** One request as it is kept; its report is made when it is read. */
export interface JournalEntry {
  /** From 1, counting those that are no longer kept. */
  readonly number: number;
  /** On the account's clock. */
  readonly atMs: number;
  readonly requestId: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  headers: IncomingHttpHeaders;
  /** The first bytes of the body. */
  body: Uint8Array;
  bodyBytes: number;
  /** Undefined until the head of the answer is ready. */
  status: number | undefined;
  /** The body of a refusal. */
  refusal: string | undefined;
  answer: AnswerOutcome;
  /** The faults that acted on it, in words. */
  readonly faults: string[];
}
