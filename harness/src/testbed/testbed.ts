import type {
  Capability,
  Fragments,
  KeyAnswer,
  KeyRequest,
  ModelRequest,
  SigningKey,
  UsageAnswer,
  WebhookRequest,
} from '@gateproof/spec';
import type { Exchange, Header } from '../exchange/exchange.ts';
import type { Recorder } from '../exchange/recorder.ts';
import type { ReceiverEndpoint } from '../receiver/receiver-endpoint.ts';

/** What can be arranged around a target, and how it is spelled. Complete: every field has a value. */
export interface TestbedFacts {
  readonly capabilities: ReadonlySet<Capability>;
  /** Modalities of the models that can be made; undefined: all. */
  readonly modalities: readonly string[] | undefined;
  readonly clockScope: 'account' | 'target';
  readonly upstreamTimeoutMs: number;
  /** Longest chat request in all; undefined: the target declares none. */
  readonly requestTimeoutMs?: number | undefined;
  readonly keyPropagationMs: number;
  readonly signingKey: SigningKey;
  readonly fragments: Fragments;
  /** By model id: headers that a request naming the model carries, in place of the target's own of the same name. */
  readonly modelHeaders: ReadonlyMap<string, readonly Header[]>;
}

/** The answer to an attempt to register a webhook endpoint. */
export type Registration =
  | { readonly accepted: true; readonly id: string; readonly secret: string }
  | { readonly accepted: false; readonly status: number; readonly body: string };

/** What a key may be for. */
export type KeyRole = 'expired' | 'deleted' | 'elsewhere' | 'capped' | 'policy';

/** A webhook endpoint that the target had before the run. */
export interface StandingWebhook {
  readonly url: string;
  readonly secret: string;
  /** Undefined: its secret was never rotated. */
  readonly previousSecret: string | undefined;
  /** Begins to receive for one case. */
  open(recorder: Recorder): ReceiverEndpoint;
  /** Ends that, and lets the next case have it. */
  close(endpoint: ReceiverEndpoint): void;
}

/** One account of the target as its testbed lets it be arranged. Every verb throws `SetupFailed` when the step fails. */
export interface TestbedAccount {
  readonly id: string;
  readonly key: KeyAnswer;
  createKey(request: KeyRequest): Promise<KeyAnswer>;
  deleteKey(id: string): Promise<void>;
  createModel(request: ModelRequest): Promise<string>;
  setCredit(usd: number): Promise<void>;
  setRateLimit(limit: { readonly requests: number; readonly windowMs: number } | null): Promise<void>;
  setTrouble(trouble: { readonly staleConfiguration?: boolean; readonly internalFailure?: boolean }): Promise<void>;
  /** In ms since the epoch. */
  now(): Promise<number>;
  advance(ms: number): Promise<void>;
  usage(): Promise<UsageAnswer>;
  registerWebhook(request: WebhookRequest): Promise<Registration>;
  rotateSecret(webhook: string): Promise<string>;
  retireSecret(webhook: string): Promise<void>;
  removeWebhook(webhook: string): Promise<void>;
  /** The one pair of models, by id, of which a restricted key may use one, where keys can't be made. */
  readonly restricted?: { readonly allowed: string; readonly forbidden: string };
  /** The key of a role, where keys can't be made. Throws `NotArranged` when there is none. */
  roleKey?(role: KeyRole): KeyAnswer;
  /** An endpoint of the account, where endpoints can't be registered. Throws `NotArranged` when there is none. */
  standingWebhook?(options: { readonly rotating: boolean }): StandingWebhook;
  /** Deletes what is cheap to delete. `exchanges` are those of the case that is over. Never throws. */
  remove(exchanges: readonly Exchange[]): Promise<void>;
}

/** How a world arranges its target. */
export interface Testbed {
  readonly facts: TestbedFacts;
  /** An account of its own for each call; without the capability `accounts`, the target's one account for the first. */
  createAccount(creditUsd: number | undefined, ordinal: number): Promise<TestbedAccount>;
  close(): Promise<void>;
}
