import type { Fragments, ModelModality } from '@gateproof/spec';
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

/** What a target without a testbed has, told once by its profile; complete. */
export interface StaticProfile {
  readonly keys: KeyRoles;
  readonly models: readonly WiredModel[];
  /** Address that the ports are opened on. */
  readonly upstreamHost: string;
  readonly fragments: Fragments;
  readonly upstreamTimeoutMs: number;
}
