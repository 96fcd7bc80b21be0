import type { Fragments, ModelModality, SigningKey } from '@gateproof/spec';
import type { Header } from '../../exchange/exchange.ts';

/** A model that the target has, wired to ports of ours. */
export interface WiredModel {
  readonly id: string;
  readonly modality: ModelModality;
  /** Ports that its endpoints lead to, in the order in which the target tries them. */
  readonly ports: readonly number[];
  /** Sent with every request that names it: what the target needs in order to find its endpoints. */
  readonly headers: readonly Header[];
  /** Undefined: unknown. */
  readonly contextWindow: number | undefined;
  /** What one request costs, in USD. Undefined: unknown. */
  readonly priceUsd: number | undefined;
}

/** Keys of the target by what they are for; secrets. Undefined: there is none. */
export interface KeyRoles {
  readonly default: string;
  readonly secondAccount: string | undefined;
  /** Further unrestricted keys of the default account. */
  readonly others: readonly string[];
  readonly expired: string | undefined;
  readonly deleted: string | undefined;
  /** Its IP ranges exclude this machine. */
  readonly elsewhere: string | undefined;
  /** Any request crosses its monthly cap. */
  readonly capped: string | undefined;
  /** Its policy forbids looser retention and other regions. */
  readonly policy: string | undefined;
  /** Of an account without credit. */
  readonly noCredit: string | undefined;
  readonly restricted: { readonly key: string; readonly allowed: string; readonly forbidden: string } | undefined;
}

/** A webhook endpoint that was registered at the target before the run and leads to this machine. */
export interface WiredWebhook {
  /** As it was registered. */
  readonly url: string;
  /** Port that deliveries come to. */
  readonly port: number;
  readonly secret: string;
  /** Secret before a rotation that is not over: deliveries are signed with both. Undefined: it was never rotated. */
  readonly previousSecret: string | undefined;
  /** False: plain HTTP, behind a proxy that ends TLS. */
  readonly tls: boolean;
  /** File that the authority of our certificate is kept in. Undefined: a new one for each run, which nobody can trust beforehand. */
  readonly caFile: string | undefined;
}

/** What a target without a testbed has, as its profile says it once; complete. */
export interface StaticProfile {
  readonly keys: KeyRoles;
  readonly models: readonly WiredModel[];
  readonly webhooks: readonly WiredWebhook[];
  /** Address that the ports are opened on. */
  readonly upstreamHost: string;
  readonly fragments: Fragments;
  readonly upstreamTimeoutMs: number;
  readonly signingKey: SigningKey;
}
