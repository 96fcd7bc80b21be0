import type { Capability, Fragments, KeyRequest, ModelModality, UsageAnswer } from '@gateproof/spec';
import type { UpstreamCall, UpstreamScript } from '@gateproof/upstreams';
import type { CaseWorld } from '../check/case-world.ts';
import type { Exchange, Header } from '../exchange/exchange.ts';
import type { WebhookEndpoint } from '../receiver/webhook-endpoint.ts';
import type { CasePatience } from '../run/patience.ts';
import type { Registration } from '../testbed/testbed.ts';

/**
 * What one case sees of the target: accounts, keys, models, upstreams and webhooks of its own, and the requests it sends.
 * Everything that it makes is closed when the case ends. A step that fails throws `SetupFailed`.
 */
export interface World extends CaseWorld {
  /** The service prefix (`svc`). */
  readonly prefix: string;
  /** The first, where the target has several. */
  readonly baseUrl: string;
  /** Every base URL of the target. */
  readonly addresses: readonly string[];
  readonly fragments: Fragments;
  /** Target's wait for an upstream, on its own clock. */
  readonly upstreamTimeoutMs: number;
  /** The longest that a chat request may take in all, on the same clock; undefined: the target declares none. */
  readonly requestTimeoutMs: number | undefined;
  /** How long a deleted key may go on working, in ms. */
  readonly keyPropagationMs: number;
  has(capability: Capability): boolean;
  /** False for a conformance class that the target does not claim: a case then leaves out what belongs to it. */
  claims(conformanceClass: string): boolean;
  /** An account of the case's own; without the capability `accounts` the target's one account. Later calls make further accounts. */
  account(options?: { creditUsd?: number }): Promise<Account>;
  /** From now on an answer that the target is not ready, or has too much to do, is what the case is about, and disturbs nothing. */
  expectLimits(): void;
  /** Reads an absolute URL without any key, as a link of the target is opened. Follows no redirect. */
  download(url: string): Promise<Exchange>;
  /** Sends a request without any key or any assumption. */
  send(request: RequestOptions): Promise<Exchange>;
  /** Keeps a text that was made of a secret out of every report, as the secret itself is. Returns it. */
  conceal(text: string): string;
  /** Waits until `condition` holds, looking again after each new exchange and every few ms; false when `limitMs` of real time passed. */
  until(condition: () => boolean, limitMs: number): Promise<boolean>;
  /** Waits so many ms of real time, or until the case is over. */
  pause(ms: number): Promise<void>;
  /** How long to wait for what a target must do sooner or later; the cases of a run learn from one another. */
  readonly patience: CasePatience;
  /** Real time since the run began, in ms, on the clock of the exchanges. */
  elapsedMs(): number;
}

export interface RequestOptions {
  readonly method?: string;
  /** Path below the base URL, for example `/v1/models`. Sent as it stands, never normalised. */
  readonly path: string;
  /** Base URL of the target's address that it is sent to. Default: the next, in rounds that visit each of them once. */
  readonly address?: string;
  readonly headers?: readonly Header[];
  /** A value is sent as JSON with its content type unless the headers name one; bytes and strings are sent as they stand. */
  readonly body?: unknown;
  readonly rawBody?: Uint8Array | string;
  /** The body is written in pieces of so many bytes, a moment apart. Default: whole. */
  readonly pieceBytes?: number;
  /** Deadline for the whole exchange, in ms. Default: the profile's request timeout. */
  readonly limitMs?: number;
  /** Closes the connection when it fires: the client that goes away. */
  readonly signal?: AbortSignal;
  /** Closes the connection after so many SSE events have arrived. */
  readonly closeAfterEvents?: number;
}

export interface CallOptions extends Omit<RequestOptions, 'path' | 'method' | 'body'> {
  readonly idempotencyKey?: string;
}

/** A client of the target that holds one API key. Every verb records an exchange and never throws for what the target answers. */
export interface Key {
  readonly id: string;
  readonly secret: string;
  send(request: RequestOptions): Promise<Exchange>;
  chat(body: unknown, options?: CallOptions): Promise<Exchange>;
  image(body: unknown, options?: CallOptions): Promise<Exchange>;
  transcription(body: unknown, options?: CallOptions): Promise<Exchange>;
  /** Reads a job; one that the account was given less than a second ago is read again, at the same address, while it is not found (freedom F110). */
  job(id: string, options?: CallOptions): Promise<Exchange>;
  cancel(id: string, options?: CallOptions): Promise<Exchange>;
  models(options?: CallOptions): Promise<Exchange>;
  model(id: string, options?: CallOptions): Promise<Exchange>;
}

/** A scriptable fake endpoint behind the target. */
export interface Upstream {
  /** Base URL as given to the target. */
  readonly url: string;
  calls(): readonly UpstreamCall[];
  /** Resolves with the n-th call (from 1), or undefined when it has not come within `limitMs` (default 5 s). */
  call(n: number, limitMs?: number): Promise<UpstreamCall | undefined>;
  /** Replaces what later calls are answered with. */
  script(script: UpstreamScript): void;
  /** Lets a held gate or hang go on. */
  release(gate?: string): void;
}

export interface Model {
  readonly id: string;
  readonly modality: ModelModality;
  /** In the order in which the target tries them. Empty when the target's upstreams are not ours. */
  readonly upstreams: readonly Upstream[];
  /** Inputs that a valid submission to this media model carries; empty for text. */
  readonly inputs: Readonly<Record<string, unknown>>;
}

export interface ModelOptions {
  /** Wanted id in `author/slug` form; only testbeds that make models can give it. Default: a fresh one. */
  readonly id?: string;
  /** Default `text`. */
  readonly modality?: ModelModality;
  /** One script per endpoint, in order. Default: one endpoint that serves. */
  readonly upstreams?: readonly UpstreamScript[];
  readonly contextWindow?: number;
  readonly priceUsd?: number;
}

/** Which endpoint a case asks for. */
export interface WebhookOptions {
  /** Added to its path, where endpoints can be registered. Default: nothing. */
  readonly path?: string;
  /** Gives it a port of its own, so that it can be shut, where endpoints can be registered. Default false. */
  readonly ownPort?: boolean;
  /** True when the case is about a rotation: where endpoints stand already, one in the middle of a rotation is given. Default false. */
  readonly rotating?: boolean;
}

export interface Account {
  readonly id: string;
  /** The account's first key: unrestricted. */
  readonly key: Key;
  /** A model that the account can use, in the cheapest way that the target allows: needs no capability. With `upstreams`, it is ours and serves. */
  usableModel(modality?: ModelModality): Promise<Model>;
  /** As `usableModel` for text; undefined where the target serves no chat, so that rules which need a key or a list alone go without. */
  servedModel(): Promise<Model | undefined>;
  /** A model wired to upstreams of this case. Needs `models` and `upstreams`. */
  model(options?: ModelOptions): Promise<Model>;
  /** A key with restrictions. Needs `keys`; where keys are static only the named ones below exist, and this throws `NotArranged`. */
  newKey(restrictions?: KeyRequest): Promise<Key>;
  deleteKey(key: Key): Promise<void>;
  /** Needs `keys`. Static profiles provide these by role. */
  expiredKey(): Promise<Key>;
  deletedKey(): Promise<Key>;
  /** Both models are of the given modality; default `text`. The account's first key may use both. */
  restrictedKey(
    modality?: ModelModality,
  ): Promise<{ readonly key: Key; readonly allowed: Model; readonly forbidden: Model }>;
  /** Its IP ranges exclude this machine. */
  elsewhereKey(): Promise<Key>;
  /** One request would cross its cap. */
  cappedKey(model: Model): Promise<Key>;
  /** Its policy forbids looser retention and other regions. */
  policyKey(): Promise<Key>;
  setCredit(usd: number): Promise<void>;
  setRateLimit(limit: { readonly requests: number; readonly windowMs: number } | null): Promise<void>;
  setTrouble(trouble: { readonly staleConfiguration?: boolean; readonly internalFailure?: boolean }): Promise<void>;
  /** Now on the account's clock, in ms since the epoch: the target's clock with the capability `clock`, this machine's otherwise. */
  now(): Promise<number>;
  /** Moves the clock and returns once what fell due has settled. Needs `clock`. */
  advance(ms: number): Promise<void>;
  usage(): Promise<UsageAnswer>;
  /** Registers an endpoint whose receiver is ours. Needs `webhooks`. */
  webhook(options?: WebhookOptions): Promise<WebhookEndpoint>;
  /** Tries to register any URL; the answer is judged by the check. `toUs`: its connections come to our receiver. Needs `webhooks`. */
  registerWebhook(url: string, options?: { readonly toUs?: boolean }): Promise<Registration>;
}
