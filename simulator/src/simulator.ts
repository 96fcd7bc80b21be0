import type { Duplex } from 'node:stream';
import { defaultPrefix, serviceNames } from '@gateproof/spec';
import { type Behaviour, referenceBehaviour } from './behaviour/behaviour.ts';
import { builtInModels } from './built-in-models.ts';
import type { Clock } from './clock/clock.ts';
import { realTime } from './clock/real-time.ts';
import { IdempotencyBook } from './domain/idempotency/idempotency-book.ts';
import type { EventType } from './domain/jobs/job-finished.ts';
import { WebhookDispatcher } from './domain/webhooks/dispatcher.ts';
import { createApp } from './http/create-app.ts';
import type { GatewayOptions } from './http/gateway-options.ts';
import { renderJob } from './http/send-job.ts';
import { IdGenerator } from './ids/id-generator.ts';
import { connectInMemory } from './in-process/in-memory-connection.ts';
import { lazyFetch } from './in-process/lazy-fetch.ts';
import { Registry } from './tenants/registry.ts';
import { accountTransport } from './transport/account-transport.ts';
import { forwardingEndpoint, forwardingSender, type WebhookForwarding } from './transport/forwarding-sender.ts';
import { createHttpTransport } from './transport/http-transport.ts';
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
  /** Posts every event of every account to this URL besides, signed, each at most three times. Default: nowhere. Throws `TypeError` for no URL. */
  readonly forwardWebhooks?: WebhookForwarding;
  /** Default: the machine's. */
  readonly clock?: Clock;
}

/** A running reference gateway. */
export interface Simulator {
  readonly defaultKey: string;
  /** Signs what `forwardWebhooks` forwards; undefined when nothing is. */
  readonly forwardSecret: string | undefined;
  /** Listens and returns the base URL. `port` 0 takes a free one; `host` defaults to 127.0.0.1. */
  listen(options?: { readonly port?: number; readonly host?: string }): Promise<string>;
  /** A `fetch` that reaches this gateway in memory, whatever origin the URL names. Works without `listen`. */
  readonly fetch: typeof fetch;
  /** A fresh in-memory connection on which the gateway speaks HTTP/1.1. Works without `listen`. */
  connect(): Promise<Duplex>;
  /** Cuts what is still open and ends all work. */
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
  registry.createKey(registry.createAccount(plentyUsd), {}, defaultKey);
  const overHttp = createHttpTransport();
  const { forwardWebhooks } = options;
  const drawnSecret = new IdGenerator(`${seed}/forwarding`).next('whsec_');
  const forwardTo = forwardWebhooks && forwardingEndpoint(forwardWebhooks, drawnSecret);
  const sender =
    forwardTo === undefined || forwardWebhooks === undefined
      ? createWebhookSender()
      : forwardingSender(createWebhookSender(), forwardTo, (line) => forwardWebhooks.onFailure(line));
  const behaviour = options.behaviour ?? referenceBehaviour;
  const names = serviceNames(options.prefix ?? defaultPrefix);
  const dispatcher = new WebhookDispatcher({
    behaviour: behaviour.webhooks,
    sender,
    names,
    everyone: () => registry.accounts(),
    forwardTo,
  });
  const gateway: GatewayOptions = {
    behaviour,
    registry,
    clock,
    idempotency: new IdempotencyBook(),
    names,
    ids: new IdGenerator(`${seed}/requests`),
    transportFor: (_url, origin) => accountTransport(origin, overHttp),
    upstreamTimeoutMs: options.upstreamTimeoutMs ?? 30_000,
    mediaTimeoutMs: options.mediaTimeoutMs ?? defaultMediaTimeoutMs,
    fileSecret: new IdGenerator(`${seed}/files`).next('sk-'),
    webhookSender: sender,
    onJobFinal(account, job) {
      if (account.workbench.isClosed || !behaviour.jobs.announces(job)) return;
      const type = `job.${job.stage.state}` as EventType;
      dispatcher.jobFinished({ account, job, type, data: () => renderJob(gateway, { account, job, where: 'event' }) });
    },
    bodyLimitBytes: options.bodyLimitBytes ?? 1024 * 1024,
    trustedProxies: options.trustedProxies ?? [],
    testbedToken: options.testbedToken,
  };
  const app = createApp(gateway);
  const connect = async () => {
    await app.ready();
    return connectInMemory(app.server);
  };
  const inMemory = lazyFetch(connect);
  return {
    defaultKey,
    forwardSecret: forwardTo?.secrets[0],
    listen: ({ port = 0, host = '127.0.0.1' } = {}) => app.listen({ port, host }),
    fetch: inMemory.fetch,
    connect,
    async close() {
      await inMemory.close();
      await app.close();
      registry.close();
      await Promise.all([overHttp.close(), sender.close()]);
    },
  };
}
