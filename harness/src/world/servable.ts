import type { Exchange } from '../exchange/exchange.ts';
import { requestHeaderOf } from '../exchange/headers.ts';
import { isObject } from '../exchange/json.ts';
import { objectOf } from '../exchange/json-of.ts';
import { likelyRouteOf } from '../exchange/route-of.ts';

type Inputs = Readonly<Record<string, unknown>>;

interface Holdings {
  readonly models: Map<string, Inputs>;
  readonly jobs: Set<string>;
}

/** What a conformant gateway serves in one case: the keys without a restriction, and the models and jobs of their accounts. */
export class Servable {
  readonly #accounts = new Map<string, string>();
  readonly #holdings = new Map<string, Holdings>();

  addKey(secret: string, account: string): void {
    this.#accounts.set(secret, account);
  }

  /** The key was deleted. */
  removeKey(secret: string): void {
    this.#accounts.delete(secret);
  }

  /** The account is refused for something that all its keys share, such as its credit. */
  removeKeysOf(account: string): void {
    for (const [secret, holder] of this.#accounts) if (holder === account) this.#accounts.delete(secret);
  }

  /** `inputs`: what a submission to the model carries; none for a text model. */
  addModel(account: string, id: string, inputs: Inputs): void {
    this.#holdingsOf(account).models.set(id, inputs);
  }

  /** Learns the models of a list and the job of a submission from what a key was answered. */
  learn(exchange: Exchange): void {
    const account = this.accountOf(requestHeaderOf(exchange, 'authorization') ?? '');
    const { status = 0 } = exchange.response ?? {};
    if (account === undefined || status < 200 || status >= 300) return;
    const { models, jobs } = this.#holdingsOf(account);
    const route = likelyRouteOf(exchange);
    const { id, data } = objectOf(exchange) ?? {};
    if ((route === 'image' || route === 'transcription') && typeof id === 'string') jobs.add(id);
    if (route !== 'models' || !Array.isArray(data)) return;
    for (const entry of data)
      if (isObject(entry) && typeof entry.id === 'string' && !models.has(entry.id)) models.set(entry.id, {});
  }

  /** The account whose key an `Authorization` header carries; undefined for any other key. */
  accountOf(authorization: string): string | undefined {
    return this.#accounts.get(/^Bearer (\S+)$/.exec(authorization)?.[1] ?? '');
  }

  /** The inputs of a model of the account; none where it has no such model. */
  inputsOf(account: string, model: string): Inputs {
    return this.#holdingsOf(account).models.get(model) ?? {};
  }

  hasModel(account: string, model: string): boolean {
    return this.#holdingsOf(account).models.has(model);
  }

  hasJob(account: string, job: string): boolean {
    return this.#holdingsOf(account).jobs.has(job);
  }

  #holdingsOf(account: string): Holdings {
    const known = this.#holdings.get(account) ?? { models: new Map(), jobs: new Set() };
    this.#holdings.set(account, known);
    return known;
  }
}
