import type { JsonObject } from './json-object.ts';
import type { Capability } from './rule.ts';

/** The value of `protocol` in `GET /` of a testbed that speaks this version. */
export const testbedProtocol = 'gateproof-testbed/1';

/** Answer of `GET /`: what this testbed can arrange. Everything but `protocol` and `capabilities` is optional. */
export interface TestbedDescription {
  readonly protocol: string;
  readonly capabilities: readonly Capability[];
  /** Modalities of the models that can be made. Default: all. */
  readonly modalities?: readonly ModelModality[];
  /** `account`: each account has its own clock. `target`: one clock for all, so checks that move it run alone. Default `account`. */
  readonly clock_scope?: 'account' | 'target';
  /** How long the target waits for an upstream's answer before it gives up, in ms of its own clock. */
  readonly upstream_timeout_ms?: number;
  /** The longest that a chat request may take in all, in ms of that clock. Default: not declared. */
  readonly request_timeout_ms?: number;
  /** How long a deleted or expired key may go on working, in ms of real time. Default 0. */
  readonly key_propagation_ms?: number;
  /** What of a displayed signing secret is the key of its signatures. Default `text`. */
  readonly signing_key?: SigningKey;
  readonly fragments?: Fragments;
}

/**
 * The key that a signing secret stands for: the bytes of its text, or those that its text stands for in base64 or hexadecimal digits, behind a
 * prefix that ends in `_` if it has one.
 */
export const signingKeys = ['text', 'base64', 'hexadecimal'] as const;
export type SigningKey = (typeof signingKeys)[number];

/** What the contract leaves open, spelled by the target: parts that a request body is merged with. */
export interface Fragments {
  /** Makes a media submission a zero-data-retention job. */
  readonly zdr?: JsonObject;
  /** Asks for a retention class that is looser than the key policy `{ retention: 'strict' }` allows. */
  readonly looser_retention?: JsonObject;
  /** Asks for a region other than the one that the key policy `{ region: 'home' }` allows. */
  readonly other_region?: JsonObject;
  /** A chat body part that asks for a feature which the API does not offer. */
  readonly unsupported_feature?: JsonObject;
  /** A `provider` part that excludes every endpoint. */
  readonly excluding_filter?: JsonObject;
  /** A `provider` part whose options ask for as much as any can: other endpoints, other models. */
  readonly widest_provider?: JsonObject;
  /** A chat body part that names a preset whose model does not exist. */
  readonly preset_without_model?: JsonObject;
  /** Valid inputs of an image model and of a transcription model that the testbed makes. */
  readonly image_inputs?: JsonObject;
  readonly transcription_inputs?: JsonObject;
  /** The largest request body in bytes that is accepted. */
  readonly body_limit_bytes?: number;
}

/** `POST /accounts`. */
export interface AccountRequest {
  /** Prepaid credit in USD. Default: plenty. */
  readonly credit_usd?: number;
}
export interface AccountAnswer {
  readonly id: string;
  readonly key: KeyAnswer;
}

/** `PUT /accounts/{account}/credit`. */
export interface CreditRequest {
  readonly usd: number;
}

/** `POST /accounts/{account}/keys`. Everything left out means unrestricted. */
export interface KeyRequest {
  /** Ids of the only models that the key may use. */
  readonly models?: readonly string[];
  /** CIDR ranges of the only source addresses that the key may be used from. */
  readonly ip_ranges?: readonly string[];
  readonly monthly_cap_usd?: number;
  /** The strictest retention class and the one region: the fragments `looser_retention` and `other_region` violate them. */
  readonly policy?: { readonly retention?: 'strict'; readonly region?: 'home' };
  /** Moment on the account's clock, ISO 8601. */
  readonly expires_at?: string;
}
export interface KeyAnswer {
  readonly id: string;
  readonly secret: string;
}

/** What a model takes and makes (Resources and their fields, Model). */
export const modelModalities = ['text', 'embeddings', 'image', 'video', 'audio_tts', 'audio_stt', 'music'] as const;
export type ModelModality = (typeof modelModalities)[number];

/** `POST /accounts/{account}/models`. */
export interface ModelRequest {
  /** Wanted id in `author/slug` form; the answer's id is the one that counts. */
  readonly id?: string;
  readonly modality: ModelModality;
  /** Input longer than this many tokens is too long. A word is at least one token and at most as many as it has bytes. */
  readonly context_window?: number;
  /** What one request costs, in USD, whatever its length. */
  readonly price_usd?: number;
  /** Base URLs of the upstream endpoints, in the order in which they are tried. The target calls
   * `{url}/chat/completions`, `{url}/images/generations` or `{url}/audio/transcriptions`. */
  readonly endpoints: readonly string[];
}
export interface ModelAnswer {
  readonly id: string;
}

/** `POST /accounts/{account}/webhooks`; answered 201, or 4xx with the envelope when the URL is refused. */
export interface WebhookRequest {
  readonly url: string;
  /** `host:port` that is really connected to, while name, SNI and rules are those of `url`. */
  readonly connect_to?: string;
  /** PEM of the authority that signed the receiver's certificate. */
  readonly ca?: string;
}
export interface WebhookAnswer {
  readonly id: string;
  readonly secret: string;
}
/** `POST /accounts/{account}/webhooks/{webhook}/rotate` answers the new secret; `…/retire` retires the previous one (204). */
export interface RotationAnswer {
  readonly secret: string;
}

/** `GET /accounts/{account}/clock` and the answer of `POST /accounts/{account}/clock/advance`, sent once what fell due has settled. */
export interface ClockAnswer {
  readonly now: string;
}
export interface AdvanceRequest {
  readonly ms: number;
}

/** `PUT /accounts/{account}/rate-limit`: so many requests per window; null lifts the limit. */
export interface RateLimitRequest {
  readonly limit: { readonly requests: number; readonly window_ms: number } | null;
}

/** `PUT /accounts/{account}/trouble`: the named trouble holds for the account's requests until it is set to false. */
export interface TroubleRequest {
  readonly stale_configuration?: boolean;
  readonly internal_failure?: boolean;
}

/** `GET /accounts/{account}/usage`. */
export interface UsageAnswer {
  readonly generations: readonly UsageGeneration[];
  readonly charged_usd: number;
}
export interface UsageGeneration {
  readonly generation_id: string;
  readonly kind: 'chat' | 'job';
  readonly model: string;
  readonly charged_usd: number;
  /** A code of the error table, `client_disconnected` included; null when all went well. */
  readonly error_code: string | null;
}
