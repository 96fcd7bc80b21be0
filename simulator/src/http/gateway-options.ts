import type { ServiceNames } from '@gateproof/spec';
import type { Clock } from '@gateproof/upstreams';
import type { Behaviour } from '../behaviour/behaviour.ts';
import type { Playback } from '../cassette/playback.ts';
import type { IdempotencyBook } from '../domain/idempotency/idempotency-book.ts';
import type { JobRuns } from '../domain/jobs/job-runs.ts';
import type { IdGenerator } from '../ids/id-generator.ts';
import type { Persistence } from '../persistence/persistence.ts';
import type { Job } from '../records/job.ts';
import type { Replica } from '../replicas/replica.ts';
import type { Account } from '../tenants/account.ts';
import type { CallOrigin } from '../tenants/account-transport.ts';
import type { Registry } from '../tenants/registry.ts';
import type { UpstreamTransport } from '../transport/upstream-transport.ts';
import type { WebhookSender } from '../transport/webhook-sender.ts';

/** Everything that the HTTP layer needs, complete. */
export interface GatewayOptions {
  readonly behaviour: Behaviour;
  readonly registry: Registry;
  readonly idempotency: IdempotencyBook;
  readonly names: ServiceNames;
  /** Real time, unless a test says otherwise. */
  readonly clock: Clock;
  /** For request ids. */
  readonly ids: IdGenerator;
  transportFor(url: string, origin: CallOrigin): UpstreamTransport;
  readonly upstreamTimeoutMs: number;
  /** Longest chat request in all. */
  readonly requestTimeoutMs: number;
  /** Longest silence of an endpoint that works on a job. */
  readonly mediaTimeoutMs: number;
  /** Signs the links to files. */
  readonly fileSecret: string;
  readonly webhookSender: WebhookSender;
  /** Whether webhook endpoints at a loopback address are taken. */
  readonly allowLocalWebhooks: boolean;
  /** Receives every job that has become final; resolves once it is kept. */
  onJobFinal(account: Account, job: Job): Promise<void>;
  /** Recorded exchanges that answer first. */
  readonly playback: Playback | undefined;
  readonly persistence: Persistence;
  /** What this simulator is among those that share its database; undefined: it shares none. */
  readonly replica: Replica | undefined;
  readonly runs: JobRuns;
  readonly bodyLimitBytes: number;
  /** Addresses of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Token that the testbed asks for when it is called from elsewhere than this machine; undefined closes it to all others. */
  readonly testbedToken: string | undefined;
}
