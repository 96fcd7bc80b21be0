import type { UpstreamTurn } from '@gateproof/upstreams';
import type { ApiKey } from '../records/api-key.ts';
import type { RouteName } from '../records/route-name.ts';
import type { Account } from './account.ts';

/** What admission looks at besides the body: who asks, from where, for what. */
export interface Caller {
  readonly account: Account;
  readonly key: ApiKey;
  /** Source address as an IP literal. */
  readonly address: string;
  readonly requestId: string;
  readonly route: RouteName;
  /** What its endpoints answer, where a canned reply of the account says so. */
  reply?: UpstreamTurn;
}

/** A request that asks for a model to be run. */
export interface RunRequest {
  readonly kind: 'chat' | 'image' | 'transcription';
  /** The requested model first, then the fallbacks, without repeats. */
  readonly modelIds: readonly string[];
  /** The body as it was parsed. */
  readonly body: Readonly<Record<string, unknown>>;
  /** `provider` and the service's own object of the body; empty when left out. */
  readonly provider: Readonly<Record<string, unknown>>;
  readonly service: Readonly<Record<string, unknown>>;
}
