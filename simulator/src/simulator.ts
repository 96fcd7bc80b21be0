import type { Duplex } from 'node:stream';
import { defaultPrefix, minuteMs, serviceNames } from '@gateproof/spec';
import { realTime } from '@gateproof/upstreams';
import { referenceBehaviour } from './behaviour/behaviour.ts';
import { builtInModels } from './built-in-models.ts';
import { checkCassette } from './cassette/check-cassette.ts';
import { IdempotencyBook } from './domain/idempotency/idempotency-book.ts';
import { JobRuns } from './domain/jobs/job-runs.ts';
import { WebhookDispatcher } from './domain/webhooks/dispatcher.ts';
import { announceJobs } from './http/announce-jobs.ts';
import type { GatewayOptions } from './http/gateway-options.ts';
import { jobWorld } from './http/job-world.ts';
import { renderJob } from './http/send-job.ts';
import { IdGenerator } from './ids/id-generator.ts';
import { openInMemory } from './in-process/open-in-memory.ts';
import { type BeforeFirstAnswer, openApp } from './open-app.ts';
import { Persistence } from './persistence/persistence.ts';
import { type RestoreWorld, restore } from './persistence/restore.ts';
import type { Job } from './records/job.ts';
import { Replica, type ReplicaOptions } from './replicas/replica.ts';
import { checkReplies } from './replies/check-replies.ts';
import { plainReplies } from './replies/plain-replies.ts';
import type { SimulatorOptions } from './simulator-options.ts';
import { dataFileError } from './store/data-file-error.ts';
import { MemoryStore } from './store/memory-store.ts';
import { SqliteStore } from './store/sqlite-store.ts';
import type { Store } from './store/store.ts';
import type { Account } from './tenants/account.ts';
import { AccountTransport } from './tenants/account-transport.ts';
import { Registry, type RegistryOptions } from './tenants/registry.ts';
import { openSender } from './transport/forwarding-sender.ts';
import { createHttpTransport } from './transport/http-transport.ts';

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
  assertToken(options);
  const { seed = 'gateproof', clock = realTime, behaviour = referenceBehaviour, data: file } = options;
  const { defaultKey = 'sk-gateproof-default' } = options;
  const registry = new Registry({ ...accountsOf(options), clock, seed, models: builtInModels });
  const ids = new IdGenerator(`${seed}/requests`);
  const replica = openReplica(options, { registry, requestIds: ids, seed, clock });
  const store = replica?.store ?? openStore(options);
  const persistence = new Persistence(store, (account) => registry.account(account.id) === account);
  let fileSecret = secretFrom(`${seed}/files`, 'sk-');
  const { sender, forwardTo } = openSender(options.forwardWebhooks, secretFrom(`${seed}/forwarding`, 'whsec_'));
  const overHttp = createHttpTransport();
  const names = serviceNames(options.prefix ?? defaultPrefix);
  const dispatcher = new WebhookDispatcher({
    behaviour: behaviour.webhooks,
    sender,
    names,
    everyone: () => registry.accounts(),
    keep: (account, delivery) => persistence.keep(account, { deliveries: [delivery] }),
    forwardTo,
  });
  const gateway: GatewayOptions = {
    ...settingsOf(options),
    behaviour,
    registry,
    clock,
    idempotency: new IdempotencyBook(store),
    persistence,
    replica,
    runs: new JobRuns(),
    names,
    ids,
    transportFor: (_url, origin) => new AccountTransport(origin, overHttp),
    get fileSecret() {
      return fileSecret;
    },
    webhookSender: sender,
    onJobFinal: (account, job) => announcer.onJobFinal(account, job),
  };
  const render = (account: Account, job: Job) => renderJob(gateway, { account, job, where: 'event' });
  const announcer = announceJobs({ behaviour, dispatcher, persistence, render });
  let beforeFirstAnswer: BeforeFirstAnswer | undefined;
  if (file === undefined) registry.createKey(registry.createAccount(plentyUsd), {}, defaultKey);
  else {
    const parts = { store, registry, persistence, dispatcher, seed, defaultKey, requestIds: ids, creditUsd: plentyUsd };
    const world: RestoreWorld = { ...parts, finished: announcer.finished, jobs: jobWorld(gateway), runs: gateway.runs };
    beforeFirstAnswer = async (server) => {
      fileSecret = await (replica === undefined
        ? restore(world, fileSecret).catch(refuseFile(file))
        : replica.join(world, server, fileSecret));
    };
  }
  const { app, closeApp } = openApp(gateway, beforeFirstAnswer);
  const inMemory = openInMemory(app);
  return {
    defaultKey,
    forwardSecret: forwardTo[0]?.secrets[0],
    listen: async ({ port = 0, host = '127.0.0.1' } = {}) => (await app).listen({ port, host }),
    fetch: inMemory.fetch,
    connect: inMemory.connect,
    async close() {
      // Before the connections: work that is cut off with them has not failed, the next start goes on with it.
      await (replica ?? store).close();
      await inMemory.close();
      await closeApp();
      registry.close();
      await Promise.all([overHttp.close(), sender.close()]);
    },
  };
}

/** How accounts start. Throws `InvalidScript` for replies that are none. */
function accountsOf({ replies, data }: SimulatorOptions): Pick<RegistryOptions, 'replies' | 'idsNeverRepeat'> {
  return { replies: replies && checkReplies(plainReplies(replies)), idsNeverRepeat: data !== undefined };
}

type Settings =
  | 'upstreamTimeoutMs'
  | 'requestTimeoutMs'
  | 'mediaTimeoutMs'
  | 'bodyLimitBytes'
  | 'trustedProxies'
  | 'testbedToken';

/** What the options say by themselves, complete. Throws `InvalidScript` for a cassette that is none. */
function settingsOf(options: SimulatorOptions): Pick<GatewayOptions, Settings | 'allowLocalWebhooks' | 'playback'> {
  const { playback } = options;
  return {
    upstreamTimeoutMs: options.upstreamTimeoutMs ?? 30_000,
    requestTimeoutMs: options.requestTimeoutMs ?? 5 * minuteMs,
    mediaTimeoutMs: options.mediaTimeoutMs ?? defaultMediaTimeoutMs,
    bodyLimitBytes: options.bodyLimitBytes ?? 1024 * 1024,
    trustedProxies: options.trustedProxies ?? [],
    testbedToken: options.testbedToken,
    allowLocalWebhooks: options.allowLocalWebhooks ?? false,
    playback: playback && { ...playback, cassette: checkCassette(playback.cassette) },
  };
}

function assertToken({ testbedToken }: SimulatorOptions): void {
  // An empty header would match it.
  if (testbedToken === '') throw new TypeError('The testbed token is empty: give one, or leave it out');
}

const refuseFile =
  (file: string) =>
  (thrown: unknown): never => {
    throw dataFileError(file, thrown);
  };

function openReplica(
  { data, replicaHost = '127.0.0.1', onTrouble }: SimulatorOptions,
  parts: Pick<ReplicaOptions, 'registry' | 'requestIds' | 'seed' | 'clock'>,
): Replica | undefined {
  if (data === undefined || !/^postgres(ql)?:\/\//.test(data)) return undefined;
  return new Replica({ ...parts, data, host: replicaHost, onTrouble });
}

function openStore({ data, onTrouble }: SimulatorOptions): Store {
  return data === undefined ? new MemoryStore() : new SqliteStore(data, { onTrouble });
}

function secretFrom(seed: string, prefix: 'sk-' | 'whsec_'): string {
  return new IdGenerator(seed).next(prefix);
}
