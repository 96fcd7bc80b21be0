/**
 * How far a call has come.
 *
 * - `running`: being answered; `held`: waiting at a gate or in a delay
 * - `answered`: the whole response was sent, whatever it said
 * - `refused`: no connection, as scripted; `cut`: the connection was lost, as scripted
 * - `aborted-by-gateway`: the caller closed the connection before the response had ended
 */
export type CallOutcome = 'running' | 'held' | 'answered' | 'refused' | 'cut' | 'aborted-by-gateway';

/** One call that a gateway made to an upstream, with all that was answered. Its state moves on until `endedAtMs` is set. */
export interface UpstreamCall {
  /** `<token>-<number>`. */
  readonly id: string;
  /** From 1, in the order in which the calls arrived. */
  readonly number: number;
  /** The upstream's token. */
  readonly upstream: string;
  /** When the request had been read, in ms on the upstream's clock. */
  readonly startedAtMs: number;
  /** Place among all calls to endpoints of this process, in the order in which they came: two may come in one millisecond. */
  readonly ordinal: number;
  readonly method: string;
  /** As it stood in the request, query included. */
  readonly path: string;
  /** Names as they stood on the wire, in order, repeats kept. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly rawBody: Uint8Array;
  /** The body's JSON value; absent when the body is not JSON. */
  readonly json?: unknown;
  /** `model` of the body; absent when it is not a string. */
  readonly model?: string;
  readonly outcome: CallOutcome;
  readonly endedAtMs?: number;
  /** Content tokens of a stream sent so far; 0 for a body that is none. */
  readonly tokensSent: number;
  /** Name of the gate that the call waits at now, or `delay`. */
  readonly heldAt?: string;
  /** Absent until the head is sent. */
  readonly response?: SentResponse;
  /** Resolves once the call has ended, however it ended. */
  readonly ended: Promise<void>;
}

/** What was sent so far. */
export interface SentResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly headAtMs: number;
  readonly pieces: readonly { readonly atMs: number; readonly bytes: Uint8Array }[];
}
