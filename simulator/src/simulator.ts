import { defaultPrefix, serviceNames } from '@gateproof/spec';
import { type Behaviour, referenceBehaviour } from './behaviour/behaviour.ts';
import { builtInModels } from './built-in-models.ts';
import type { Clock } from './clock/clock.ts';
import { realTime } from './clock/real-time.ts';
import { IdempotencyBook } from './domain/idempotency/idempotency-book.ts';
import type { Job } from './domain/jobs/job.ts';
import { WebhookDispatcher } from './domain/webhooks/dispatcher.ts';
import { announceJobs } from './http/announce-jobs.ts';
import { createApp } from './http/create-app.ts';
import type { GatewayOptions } from './http/gateway-options.ts';
import { JobRuns } from './http/job-runs.ts';
import { jobWorld } from './http/job-world.ts';
import { renderJob } from './http/send-job.ts';
import { IdGenerator } from './ids/id-generator.ts';
import { Keeper } from './keeping/keeper.ts';
import { type TakeUpWorld, takeUp } from './keeping/take-up.ts';
import { MemoryStore } from './store/memory-store.ts';
import { SqliteStore } from './store/sqlite-store.ts';
import type { Account } from './tenants/account.ts';
import { Registry } from './tenants/registry.ts';
import { createHttpTransport } from './transport/http-transport.ts';
import { createInProcessTransport } from './transport/in-process-transport.ts';
import { createWebhookSender } from './transport/webhook-sender.ts';

/** How a simulator behaves; everything has a default. */
export interface SimulatorOptions {
  /** Service prefix. Default `svc`. */
  readonly prefix?: string;
  /** Ids and default answers follow from it. Default `gateproof`. */
  readonly seed?: string;
  /** The behaviour record, patched by deviations or variations. Default: the one that keeps the contract. */
  readonly behaviour?: Behaviour;
  /** Longest silence of an endpoint, in ms on the account's clock. Default 30 s. */
  readonly upstreamTimeoutMs?: number;
  /** Longest silence of an endpoint that works on a job, in ms on the account's clock. Default 72 h, beyond the 24 h of a zdr job. */
  readonly mediaTimeoutMs?: number;
  /** Default 1 MiB. */
  readonly bodyLimitBytes?: number;
  /** Secret of the default account's key. Default `sk-gateproof-default`. */
  readonly defaultKey?: string;
  /** Addresses of proxies whose `X-Forwarded-For` is believed. Default: none. */
  readonly trustedProxies?: readonly string[];
  /** Opens the testbed to callers from other machines who send it. Default: this machine only. */
  readonly testbedToken?: string;
  /** Default: the machine's. */
  readonly clock?: Clock;
  /**
   * File in which everything is kept, so that accepted jobs, Idempotency-Keys and due deliveries outlive the process.
   * Default: memory alone. `createSimulator` throws `DataFileError` when the file can't be used.
   */
  readonly data?: string;
}

/** A running reference gateway. */
export interface Simulator {
  readonly defaultKey: string;
  /** Listens and returns the base URL. `port` 0 takes a free one; `host` defaults to 127.0.0.1. */
  listen(options?: { readonly port?: number; readonly host?: string }): Promise<string>;
  close(): Promise<void>;
}

const defaultMediaTimeoutMs = 72 * 3_600_000;
const plentyUsd = 1_000_000;

/** Makes a reference gateway with one account that has a key and the built-in models. Nothing listens yet. */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const seed = options.seed ?? 'gateproof';
  const clock = options.clock ?? realTime;
  const defaultKey = options.defaultKey ?? 'sk-gateproof-default';
  const registry = new Registry({ clock, seed, models: builtInModels });
  const store = options.data === undefined ? new MemoryStore() : new SqliteStore(options.data);
  const keeper = new Keeper(store, (account) => registry.account(account.id) === account);
  const ids = new IdGenerator(`${seed}/requests`);
  let fileSecret = new IdGenerator(`${seed}/files`).next('sk-');
  const overHttp = createHttpTransport();
  const inProcess = createInProcessTransport(clock);
  const sender = createWebhookSender();
  const behaviour = options.behaviour ?? referenceBehaviour;
  const names = serviceNames(options.prefix ?? defaultPrefix);
  const dispatcher = new WebhookDispatcher({
    behaviour: behaviour.webhooks,
    sender,
    names,
    everyone: () => registry.accounts(),
    keep: (account, delivery) => keeper.keep(account, { deliveries: [delivery] }),
    forwardTo: undefined,
  });
  const gateway: GatewayOptions = {
    behaviour,
    registry,
    idempotency: new IdempotencyBook(store),
    keeper,
    runs: new JobRuns(),
    names,
    ids,
    transportFor: (url) => (url.startsWith('inprocess:') ? inProcess : overHttp),
    upstreamTimeoutMs: options.upstreamTimeoutMs ?? 30_000,
    mediaTimeoutMs: options.mediaTimeoutMs ?? defaultMediaTimeoutMs,
    get fileSecret() {
      return fileSecret;
    },
    webhookSender: sender,
    onJobFinal: (account, job) => announcer.onJobFinal(account, job),
    bodyLimitBytes: options.bodyLimitBytes ?? 1024 * 1024,
    trustedProxies: options.trustedProxies ?? [],
    testbedToken: options.testbedToken,
  };
  const render = (account: Account, job: Job) => renderJob(gateway, { account, job, where: 'event' });
  const announcer = announceJobs({ behaviour, dispatcher, keeper, render });
  const app = createApp(gateway);
  const takeUpWorld: TakeUpWorld = {
    ...{ store, registry, keeper, dispatcher, seed, defaultKey },
    finished: announcer.finished,
    jobs: jobWorld(gateway),
    runs: gateway.runs,
    requestIds: ids,
    creditUsd: plentyUsd,
  };
  if (options.data === undefined) registry.createKey(registry.createAccount(plentyUsd), {}, defaultKey);
  else
    app.addHook('onReady', async () => {
      fileSecret = await takeUp(takeUpWorld, fileSecret);
    });
  return {
    defaultKey,
    listen: ({ port = 0, host = '127.0.0.1' } = {}) => app.listen({ port, host }),
    async close() {
      // Before the connections: work that is cut off with them has not failed, the next start goes on with it.
      await store.close();
      await app.close();
      registry.close();
      await Promise.all([overHttp.close(), inProcess.close(), sender.close()]);
    },
  };
}
