/** The value of `format` in a cassette. */
export const cassetteFormat = 'gateproof-cassette/1';

/** What passed between a client and a gateway, written down so that it can be played again; `schemas/cassette.schema.json`. */
export interface Cassette {
  readonly format: typeof cassetteFormat;
  /** Base URL of the gateway that it was recorded from. */
  readonly target?: string;
  readonly recordedAt?: string;
  /** In the order in which they began. */
  readonly exchanges: readonly CassetteExchange[];
}

export interface CassetteExchange {
  readonly request: CassetteRequest;
  readonly response: CassetteResponse;
}

/** Which requests an exchange is for. What is left out does not matter. */
export interface CassetteRequest {
  /** In capitals. */
  readonly method: string;
  /** With `/v1` and the query, if there is one. */
  readonly path: string;
  /** The body as a JSON value; the order of keys does not matter. */
  readonly json?: unknown;
}

/** What was answered. At most one of `json`, `text`, `base64` and `events` is the body. */
export interface CassetteResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** From the request to the status line, in ms. Default 0. */
  readonly afterMs?: number;
  readonly json?: unknown;
  readonly text?: string;
  /** A body that is no text. */
  readonly base64?: string;
  /** Server-sent events. */
  readonly events?: readonly CassetteEvent[];
  /** `complete` (default); `cut`: the connection was lost then; `open`: the client closed the connection, which stayed open until then. */
  readonly ending?: 'complete' | 'cut' | 'open';
}

/** An event of a stream, or a comment. */
export interface CassetteEvent {
  /** Since what came before it, in ms. Default 0. */
  readonly afterMs?: number;
  readonly event?: string;
  readonly id?: string;
  /** Data that is JSON. */
  readonly json?: unknown;
  /** Data that is not. */
  readonly data?: string;
  readonly comment?: string;
}
