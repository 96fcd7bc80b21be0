import type { DriverOperation, DriverRequest, JsonObject } from '@gateproof/spec';

export type { JsonObject } from '@gateproof/spec';
/** A request of the driver protocol. When `signal` fires, the caller gives the call up. */
export type Given = Omit<DriverRequest, 'id'> & { readonly signal?: AbortSignal };

/** One call of the caller: what it wants, and how often it has been sent. */
export interface Call {
  readonly op: DriverOperation;
  readonly given: Given;
  readonly method: string;
  /** Below /v1. */
  readonly path: string;
  readonly body: JsonObject | undefined;
  /** Whether an Idempotency-Key has a meaning here. */
  readonly isKeyed: boolean;
  /** From 1. */
  attempt: number;
  /** Of the first attempt. */
  key: string | undefined;
}

/** A request as it goes out. */
export interface Wire {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Why a request failed. */
export interface Failure {
  /** The `error` object, or what stands for it. */
  readonly sent: JsonObject;
  readonly status: number | undefined;
  readonly headers: Headers | undefined;
  /** The connection was lost before an answer. */
  readonly isLost: boolean;
}

/** What the caller of the client catches. */
export class ClientError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(String(failure.sent.message ?? 'failed'));
    this.failure = failure;
  }
}

/** What the operations of a client work with. */
export interface ClientTools {
  readonly behaviour: ClientBehaviour;
  /** What one client process remembers. */
  readonly memory: Map<string, unknown>;
  /** Sends all that goes out; absent: the platform does. */
  readonly fetch?: typeof fetch;
  /** Sends a request, again where the behaviour says so. Throws `ClientError`. */
  send(
    op: DriverOperation,
    given: Given,
    body?: JsonObject,
  ): Promise<{ readonly response: Response; readonly call: Call }>;
  /** The same, read as JSON. */
  sendJson(op: DriverOperation, given: Given, body?: JsonObject): Promise<JsonObject>;
  pause(ms: number): Promise<void>;
  nowMs(): number;
}

/** One signature header, taken apart. */
export type Entries = readonly (readonly [name: string, value: string])[];

/** How a client verifies deliveries. */
export interface VerifierBehaviour {
  readonly toleranceS: { readonly past: number; readonly future: number };
  /** What is verified in the place of the body. */
  body(body: Buffer): Buffer;
  secrets(secrets: readonly string[]): readonly string[];
  entries(header: string): Entries;
  /** The text of the `t` that is believed; undefined: none. */
  timestamp(entries: Entries): string | undefined;
  /** Seconds in that text; NaN: no number. */
  seconds(t: string): number;
  candidates(entries: Entries): readonly string[];
  signed(t: string, body: Buffer): readonly (Buffer | string)[];
  matches(given: string, wanted: string): boolean;
  /** The last word. */
  decides(isValid: boolean, header: string | null): boolean;
}

/** Every decision of a client SDK that a rule speaks of. */
export interface ClientBehaviour {
  /** What the caller's words become. */
  chatBody(params: JsonObject, isStream: boolean, tools: ClientTools): JsonObject;
  submissionBody(params: JsonObject, op: DriverOperation): JsonObject;
  methodOf(op: DriverOperation): string;
  pathOf(op: DriverOperation, params: JsonObject): string;
  /** The value of `x-svc-metadata`; undefined: none is sent. */
  metadata(call: Call): string | undefined;
  /** The key of a request for which the caller chose none. */
  ownKey(call: Call, tools: ClientTools): string | undefined;
  /** The key of this attempt. */
  attemptKey(call: Call, tools: ClientTools): string | undefined;
  /** The last touch before a request goes out. */
  wire(wire: Wire, call: Call, tools: ClientTools): Wire;
  /** Reads an HTTP error. */
  readFailure(status: number, headers: Headers, text: string): Failure;
  /** Whether a request that failed so is sent again. */
  retries(failure: Failure, call: Call, tools: ClientTools): boolean;
  waitMs(failure: Failure, call: Call, tools: ClientTools): number;
  /** What ends a request of this call before its answer. */
  abortSignal(call: Call, tools: ClientTools): AbortSignal | undefined;
  /** Whether nothing is sent any more for this call. */
  isGivenUp(given: Given, tools: ClientTools): boolean;
  parse(text: string): unknown;
  /** What the caller gets of a completion, a job, a list, a model. */
  completion(completion: JsonObject, given: Given): JsonObject;
  job(job: JsonObject, given: Given): JsonObject;
  ids(list: JsonObject): unknown;
  model(model: JsonObject): JsonObject;
  /** What the caller gets of a failure. */
  error(failure: Failure): JsonObject;
  /** The data of each server-sent event. */
  events(pieces: AsyncIterable<Uint8Array>): AsyncIterable<string>;
  errorIn(chunk: JsonObject, soFar: string): JsonObject | undefined;
  textIn(chunk: JsonObject, soFar: string): string;
  /** What the caller gets of a stream's chunks besides its text. */
  streamed(chunks: readonly JsonObject[], given: Given): JsonObject;
  /** Whether the stream has ended well at this data. */
  isEnd(data: string): boolean;
  /** What a stream without such an end is reported as; throws otherwise. */
  unended(content: string, why: 'closed' | 'lost'): JsonObject;
  isFinal(job: JsonObject, reads: number, tools: ClientTools): boolean;
  pollMs(reads: number): number;
  /** Whether an output's link is used as it stands. */
  opens(item: JsonObject, nowMs: number): boolean;
  /** The bytes behind a link; undefined: it does not open. */
  download(url: string, tools: ClientTools): Promise<number | undefined>;
  readonly verifier: VerifierBehaviour;
  readonly operations: Readonly<
    Record<DriverOperation, (tools: ClientTools, given: Given) => Promise<JsonObject> | JsonObject>
  >;
}

/** A patch of the reference client. */
export type ClientChanges = Partial<ClientBehaviour>;

/** A known-bad client: what it changes, the rule that must catch it, and rules that can't hold beside it. */
export interface BadClient {
  /** The rule's id, or `<rule id>:<how>`. */
  readonly id: string;
  readonly changes: ClientChanges;
  /** Ids, or beginnings of ids, of rules that may be red as well. */
  readonly entails?: readonly string[];
  /** Groups of rules that are run besides the broken rule's own, for example `client.model.`. */
  readonly with?: readonly string[];
}
