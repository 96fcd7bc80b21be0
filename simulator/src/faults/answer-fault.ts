import type { GateFault } from '@gateproof/upstreams';

/** The gateway refuses the request before anything runs, with a code of the error table. */
export interface RefuseFault {
  readonly kind: 'refuse';
  readonly code: string;
  /** Sent as `retry_after_ms` and, in whole seconds, as `Retry-After`. Default: none. */
  readonly retryAfterMs?: number;
}

/** The connection is lost once the request was accepted, before its generation ran: nothing ran, nothing is charged, the key is free. */
export interface LoseBeforeRunFault {
  readonly kind: 'lose-before-run';
}

/** The connection is lost once the generation ran, before any byte of the answer: it is charged, and kept under its key. */
export interface LoseAfterRunFault {
  readonly kind: 'lose-after-run';
}

/** The connection is lost within the answer: after so many events of a stream, after half the bytes of a JSON body. */
export interface LoseInAnswerFault {
  readonly kind: 'lose-in-answer';
  /** Of a stream. Default 1. */
  readonly afterEvents?: number;
  /** What becomes of a streamed generation: it runs to its end and is charged, or stops as when a client leaves. Default `finishes`. */
  readonly generation?: 'finishes' | 'stops';
}

/** What goes wrong between the gateway and its client. `gate` holds the stream as the client sees it. */
export type AnswerFault = RefuseFault | LoseBeforeRunFault | LoseAfterRunFault | LoseInAnswerFault | GateFault;
