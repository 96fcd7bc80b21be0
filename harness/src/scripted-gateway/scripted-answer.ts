import type { Exchange } from '../exchange/exchange.ts';

/** How the scripted gateway answers one request of a client under test. */
export interface ScriptedAnswer {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as it stands when it is a string. */
  readonly body?: unknown;
  /** Server-sent events as raw text, each written by itself. */
  readonly events?: readonly string[];
  /** The body is cut into pieces of so many bytes. */
  readonly pieceBytes?: number;
  /** Between two writes, in ms. Default 0. */
  readonly pieceGapMs?: number;
  /** The offsets at which the body is cut into pieces that arrive apart: before each, its reader has time to take the one before. Instead of `pieceBytes`. */
  readonly cutAt?: (body: Uint8Array) => readonly number[];
  /**
   * What follows: the end, a lost connection, or nothing for `holdMs` and then the end; `lost`: the connection is lost before any answer. Default
   * `end`.
   */
  readonly ending?: 'end' | 'cut' | 'hold' | 'lost';
  /** How long `hold` holds, in ms. Default: until the client closes. */
  readonly holdMs?: number;
  readonly afterMs?: number;
  /** Nothing is sent before this has settled. */
  readonly after?: Promise<unknown>;
}

/** A request of the client under test as it arrived. */
export interface ClientRequest {
  readonly exchange: Exchange;
  readonly method: string;
  /** Below the base URL. */
  readonly path: string;
  /** Parsed body; undefined when it is no JSON. */
  readonly json: unknown;
  /** From 1, over the whole case. */
  readonly number: number;
  /** Whether the client has closed the connection before its answer was whole. */
  readonly isClosed: () => boolean;
}

/** Decides each answer. */
export type AnswerClient = (request: ClientRequest) => ScriptedAnswer;
