import type { ServiceNames } from '@gateproof/spec';
import type { Behaviour } from '../behaviour/behaviour.ts';
import type { IdempotencyBook } from '../domain/idempotency/idempotency-book.ts';
import type { IdGenerator } from '../ids/id-generator.ts';
import type { Registry } from '../tenants/registry.ts';
import type { UpstreamTransport } from '../transport/upstream-transport.ts';

/** Everything that the HTTP layer needs, complete. */
export interface GatewayOptions {
  readonly behaviour: Behaviour;
  readonly registry: Registry;
  readonly idempotency: IdempotencyBook;
  readonly names: ServiceNames;
  /** For request ids. */
  readonly ids: IdGenerator;
  transportFor(url: string): UpstreamTransport;
  readonly upstreamTimeoutMs: number;
  readonly bodyLimitBytes: number;
  /** Addresses of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Token that the testbed asks for when it is called from elsewhere than this machine; undefined closes it to all others. */
  readonly testbedToken: string | undefined;
}
