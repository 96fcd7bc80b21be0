import type { ApiKey } from '@gateproof/simulator/behaviour';
import { isObject, type JsonObject } from '@gateproof/spec';
import { partly, SeenJobs } from './seen-jobs.ts';

/** Who makes a request: a key with what it may not do, and the jobs of its account. */
export interface SeenCaller {
  readonly key: ApiKey;
  readonly jobs: SeenJobs;
}

/** What passes between the testbed's client and its operations. */
export interface TestbedExchange {
  readonly method: string;
  /** Behind the testbed's own path: `/accounts/a1/keys`. */
  readonly path: string;
  readonly sent: unknown;
  readonly answered: unknown;
}

/** The keys and accounts that a proxy saw the testbed make. */
export class SeenKeys {
  readonly #callers = new Map<string, SeenCaller>();
  readonly #accounts = new Map<string, SeenJobs>();

  /** The caller with that secret. A key that nobody made here has an account of its own. */
  caller(secret: string): SeenCaller {
    return this.#callers.get(secret) ?? this.#add(secret, secret, secret, {});
  }

  /** Learns from an operation of the testbed. */
  learn({ method, path, sent, answered }: TestbedExchange): void {
    const [collection, account = '', keys, key] = path.split('/').slice(1);
    if (collection !== 'accounts') return;
    const made = isObject(answered) ? answered : {};
    if (method === 'POST' && account === '' && isObject(made.key))
      this.#add(String(made.id), String(made.key.id), String(made.key.secret), {});
    if (method === 'POST' && keys === 'keys' && key === undefined)
      this.#add(account, String(made.id), String(made.secret), isObject(sent) ? sent : {});
    if (method === 'DELETE' && keys === 'keys') this.#delete(key);
  }

  #add(account: string, id: string, secret: string, asked: JsonObject): SeenCaller {
    const jobs = this.#accounts.get(account) ?? new SeenJobs(account);
    this.#accounts.set(account, jobs);
    const caller = { jobs, key: partly<ApiKey>({ id, secret, restrictions: restrictionsOf(asked), deleted: false }) };
    this.#callers.set(secret, caller);
    return caller;
  }

  #delete(id: string | undefined): void {
    for (const { key } of this.#callers.values()) if (key.id === id) key.deleted = true;
  }
}

function restrictionsOf({ models, ip_ranges: ranges, monthly_cap_usd: cap, policy, expires_at: end }: JsonObject) {
  return {
    ...(Array.isArray(models) ? { models: models.map(String) } : {}),
    ...(Array.isArray(ranges) ? { ipRanges: ranges.map(String) } : {}),
    ...(typeof cap === 'number' ? { monthlyCapUsd: cap } : {}),
    ...(isObject(policy) ? { policy: policy as NonNullable<ApiKey['restrictions']['policy']> } : {}),
    ...(typeof end === 'string' ? { expiresAtMs: Date.parse(end) } : {}),
  };
}
