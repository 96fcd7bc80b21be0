/// <reference lib="esnext.disposable" preserve="true" />
import type {
  AccountAnswer,
  KeyAnswer,
  KeyRequest,
  ModelAnswer,
  ModelRequest,
  RateLimitRequest,
  TroubleRequest,
  UsageAnswer,
  WebhookAnswer,
  WebhookRequest,
} from '@gateproof/spec';
import type { ReportedDelivery, TriggeredEvent } from './delivery-protocol.ts';
import type { EffectsAnswer } from './fault-protocol.ts';
import { FaultsControl, IdleFaults } from './faults-control.ts';
import type { CountersAnswer, JournalAnswer, WorldAnswer } from './journal-protocol.ts';
import { RepliesControl } from './replies-control.ts';
import type { TestbedCaller } from './testbed-caller.ts';
import { WaitControl } from './wait-control.ts';

/** One account of a simulator: what its client needs, and all that can be arranged for it. Requests and answers are the testbed's own. */
export class AccountControl implements AsyncDisposable {
  readonly id: string;
  /** The secret of its first key. */
  readonly apiKey: string;
  /** What clients of the common chat API take as base URL: ends in `/v1`. */
  readonly baseUrl: string;
  readonly #caller: TestbedCaller;
  readonly #path: string;

  constructor(caller: TestbedCaller, { id, key }: AccountAnswer) {
    this.id = id;
    this.apiKey = key.secret;
    this.baseUrl = `${caller.url}/v1`;
    this.#caller = caller;
    this.#path = `/accounts/${id}`;
  }

  /** Requests as the account's client: `path` stands below the base URL, the first key is sent unless `init` has another. */
  request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${this.apiKey}`);
    if (init.body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json');
    return this.#caller.fetch(this.baseUrl + path, { ...init, headers });
  }

  readonly replies = new RepliesControl((method, path, body) => this.#call(method, path, body));

  readonly faults = new FaultsControl((method, path, body) => this.#call(method, path, body));

  /**
   * Rejects with `IdleFaults` when a fault did not do its part: a certain one with `times` has to act so often, a certain one without it
   * at least once. Faults with a `chance` are not asked.
   */
  async assertAllFaultsActed(): Promise<void> {
    const faults = await this.faults.read();
    const idle = faults.filter(({ chance, times = 1, acted }) => chance === undefined && acted < times);
    if (idle.length > 0) throw new IdleFaults(idle);
  }

  readonly wait = new WaitControl((method, path, body) => this.#call(method, path, body));

  readonly gates = {
    /** Lets go of what waits at the gate; it stays open until faults are set again. Resolves with how many had waited. */
    release: async (gate: string) =>
      (await this.#call<{ released: number }>('POST', `/gates/${encodeURIComponent(gate)}/release`)).released,
  };

  readonly keys = {
    create: (request: KeyRequest = {}) => this.#call<KeyAnswer>('POST', '/keys', request),
    delete: (keyId: string) => this.#call<void>('DELETE', `/keys/${keyId}`),
  };

  readonly models = {
    create: (request: ModelRequest) => this.#call<ModelAnswer>('POST', '/models', request),
  };

  readonly clock = {
    now: async () => new Date((await this.#call<{ now: string }>('GET', '/clock')).now),
    /** Resolves once all that fell due has settled. */
    advance: async (ms: number) => new Date((await this.#call<{ now: string }>('POST', '/clock/advance', { ms })).now),
  };

  readonly webhooks = {
    create: (request: WebhookRequest) => this.#call<WebhookAnswer>('POST', '/webhooks', request),
    delete: (webhookId: string) => this.#call<void>('DELETE', `/webhooks/${webhookId}`),
    rotate: (webhookId: string) => this.#call<{ secret: string }>('POST', `/webhooks/${webhookId}/rotate`),
    retire: (webhookId: string) => this.#call<void>('POST', `/webhooks/${webhookId}/retire`),
  };

  readonly events = {
    /** Lets a job of a built-in model end so, and resolves once each delivery of its event was attempted. `job`: what it makes; default `image`. */
    trigger: (type: 'job.succeeded' | 'job.failed' | 'job.canceled', job: 'image' | 'transcription' = 'image') =>
      this.#call<TriggeredEvent>('POST', '/events', { type, job }),
  };

  readonly deliveries = {
    /** The log of webhook deliveries, oldest first, with every attempt. */
    read: async () => (await this.#call<{ deliveries: readonly ReportedDelivery[] }>('GET', '/deliveries')).deliveries,
    /** Makes one more attempt by hand; resolves with its status, null when there was no answer. */
    replay: async (deliveryId: string) =>
      (await this.#call<{ status: number | null }>('POST', `/deliveries/${deliveryId}/replay`)).status,
  };

  setCredit(usd: number): Promise<void> {
    return this.#call('PUT', '/credit', { usd });
  }

  setRateLimit(limit: RateLimitRequest['limit']): Promise<void> {
    return this.#call('PUT', '/rate-limit', { limit });
  }

  setTrouble(trouble: TroubleRequest): Promise<void> {
    return this.#call('PUT', '/trouble', trouble);
  }

  usage(): Promise<UsageAnswer> {
    return this.#call('GET', '/usage');
  }

  /** What ran and what was charged, request by request and key by key. */
  effects(): Promise<EffectsAnswer> {
    return this.#call('GET', '/effects');
  }

  /** The newest requests, redacted, each refused one with a sentence of blame. `limit`: at most 200, the default. */
  journal(limit = 200): Promise<JournalAnswer> {
    return this.#call('GET', `/journal?limit=${limit}`);
  }

  counters(): Promise<CountersAnswer> {
    return this.#call('GET', '/counters');
  }

  /**
   * Puts a fresh account in its place, as it was made: with its seed and the keys that it started with. What still runs in the old one is
   * cut off and reaches nothing of the new.
   */
  reset(): Promise<WorldAnswer> {
    return this.#call('POST', '/reset');
  }

  /** A new account that is arranged like this one (credit, keys, models, webhooks, faults, clock); nothing that happened here is in it. */
  async fork(request: { readonly seed?: string } = {}): Promise<AccountControl> {
    return new AccountControl(this.#caller, await this.#call<WorldAnswer>('POST', '/fork', request));
  }

  /** Ends the account: its keys open nothing any more. */
  remove(): Promise<void> {
    return this.#call('DELETE', '');
  }

  /** Ends the account of a test that is over. Rejects with `IdleFaults` when a fault did not do its part. `await using` does the same. */
  async finish(): Promise<void> {
    try {
      await this.assertAllFaultsActed();
    } finally {
      await this.remove();
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.finish();
  }

  #call<T>(method: string, path: string, body?: object): Promise<T> {
    return this.#caller.call<T>(method, this.#path + path, body);
  }
}
