import type { ReadRequest } from '../plan/upstream-request.ts';

/** All that an answer is made from besides its own data. */
export interface AnswerContext {
  readonly request: ReadRequest;
  /** Seconds since the epoch. */
  readonly createdS: number;
  /** What the answers of one upstream are generated from; its token unless said otherwise. */
  readonly seed: string;
  /** Number of the call, so that every completion has an id of its own. */
  readonly callNumber: number;
}
