import type { SigningKey } from '@gateproof/spec';

/** A header as it stood on the wire: original letter case, original order, repeats kept. */
export type Header = readonly [name: string, value: string];

/**
 * How an exchange ended.
 *
 * - `complete`: the answer arrived whole
 * - `refused`: no connection was made
 * - `cut`: the connection was lost before the answer was whole
 * - `timeout`: the deadline passed first
 * - `too-large`: more bytes came than the harness reads
 * - `closed`: the harness closed the connection on purpose
 * - `malformed`: what came back is not HTTP
 */
export type Ending = 'complete' | 'refused' | 'cut' | 'timeout' | 'too-large' | 'closed' | 'malformed';

/** Which two parties spoke: harness → target, target → fake upstream, target → webhook receiver, or harness → driver of a client. */
export type ExchangeSide = 'request' | 'upstream' | 'delivery' | 'driver';

/**
 * What a conformant gateway may refuse a request for, or fail it for.
 *
 * - `path`: no route of the contract
 * - `key`: no key, one that nobody was given, or one with a restriction
 * - `body`: a body that is invalid, or that asks for more than every gateway offers
 * - `model`, `job`: one that its account may not have
 * - `endpoint`: the endpoints of its case have been given faults
 */
export type RefusalGround = 'path' | 'key' | 'body' | 'model' | 'job' | 'endpoint';

export interface SentRequest {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  /** The contract's path for what the URL leads to, where the profile describes another. */
  readonly contractPath?: string;
  /** The base URL that it was sent to, where the target has several. */
  readonly address?: string;
  /** Absent: a conformant gateway serves it. */
  readonly mayFailFor?: RefusalGround;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  /** Milliseconds since the run began. */
  readonly atMs: number;
}

/** When bytes of a body arrived: piece `i` brought `length` bytes at `atMs`. */
export interface Arrival {
  readonly atMs: number;
  readonly length: number;
}

/** How the body of an answer was coded. */
export interface ContentCoding {
  /** As its `Content-Encoding` says, in lower case: `gzip`. */
  readonly label: string;
  /** Why the body can't be decoded by its label, in words: `the body is not gzip data`. Absent where it can. */
  readonly problem?: string;
  /** How many bytes came, before they were decoded. */
  readonly receivedBytes: number;
}

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: readonly Header[];
  /** The bytes that came, whole or not, decoded as far as they could be. */
  readonly body: Uint8Array;
  /** Of the body as it is read: the pieces of a coded one count as decoded. */
  readonly arrivals: readonly Arrival[];
  readonly headersAtMs: number;
  /** Of a body with a coding that is known; absent for a plain one. */
  readonly coding?: ContentCoding;
}

/** What a case knows of one webhook endpoint; it grows as the case goes on. Never part of a report. */
export interface WebhookFacts {
  readonly url: string;
  /** Every secret that the endpoint ever had, the newest first. */
  readonly secrets: readonly string[];
  readonly signingKey: SigningKey;
  readonly wasRotated: boolean;
  /** How often it was added under its URL: after a removal it is another endpoint. */
  readonly timesAdded: number;
}

/** How the answer of an exchange was repaired on its way in. */
export interface Repaired {
  /** What came from the wire. */
  readonly received: ReceivedResponse;
  /** Ids of the repairs that changed it, in their order. */
  readonly repairs: readonly string[];
}

/** One request with all that came back, with times. Immutable once it has ended. */
export interface Exchange {
  /** Unique within a run: `x17`. */
  readonly id: string;
  readonly side: ExchangeSide;
  readonly request: SentRequest;
  readonly response?: ReceivedResponse;
  /** Where the answer was repaired: `response` is what the checks read. */
  readonly repaired?: Repaired;
  /** Of a delivery: what is known of the endpoint that it came to. */
  readonly webhook?: WebhookFacts;
  readonly ending: Ending;
  /** What the socket or parser said when `ending` is not `complete`. */
  readonly trouble?: string;
  /** Node's code of that trouble, such as `ECONNREFUSED`; absent where there is none. */
  readonly code?: string;
  readonly endedAtMs: number;
}
