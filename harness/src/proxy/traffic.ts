import { isPlainHeader, serviceNames } from '@gateproof/spec';
import type { History, StandingCheck } from '../check/check.ts';
import type { Exchange, Header } from '../exchange/exchange.ts';
import { headerVariable } from '../exchange/header-variable.ts';
import { requestHeaderOf } from '../exchange/headers.ts';
import { createRedactor, type Redactor } from '../exchange/redact.ts';
import { StandingLedger } from '../run/standing-ledger.ts';

/** What is kept of the traffic; the oldest exchanges are forgotten beyond it. */
export interface TrafficLimits {
  readonly exchanges: number;
  /** Of all bodies together. */
  readonly bytes: number;
}

const defaultLimits: TrafficLimits = { exchanges: 20_000, bytes: 256 * 1024 * 1024 };

/** A parameter of a query whose value is a secret, going by its name. */
const secretParameter = /key|token|secret|signature|password/i;

/** What went through a proxy, by the API key that it carried: clients with one key are one client. */
export class Traffic {
  readonly #limits: TrafficLimits;
  readonly #kept: Exchange[] = [];
  #bytes = 0;
  #count = 0;

  constructor(limits: TrafficLimits = defaultLimits) {
    this.#limits = limits;
  }

  /** How many exchanges there were, forgotten ones too. */
  get count(): number {
    return this.#count;
  }

  add(exchange: Exchange): void {
    this.#count += 1;
    this.#kept.push(exchange);
    this.#bytes += bytesOf(exchange);
    while (this.#kept.length > this.#limits.exchanges || this.#bytes > this.#limits.bytes) {
      const oldest = this.#kept.shift();
      if (oldest === undefined) return;
      this.#bytes -= bytesOf(oldest);
    }
  }

  /** Knows every secret that was seen: API keys, and what may be one in other headers and in queries. */
  redactor(prefix: string): Redactor {
    const redactor = createRedactor();
    for (const header of this.#clients().keys()) redactor.add(header.replace(/^\S+\s+/, ''));
    for (const [name, value] of this.#secretHeaders(prefix)) redactor.addHeader(name, value, headerVariable(name));
    for (const { request } of this.all()) {
      for (const [name, value] of new URL(request.url).searchParams)
        if (secretParameter.test(name)) redactor.add(value, 'QUERY');
    }
    return redactor;
  }

  /** Headers beside `Authorization` whose values may be secrets: what the clients sent under names of their own, and cookies that they were given. */
  #secretHeaders(prefix: string): readonly Header[] {
    const names = serviceNames(prefix);
    return this.#kept.flatMap(({ request, response }) => [
      ...request.headers.filter(([name]) => !isPlainHeader(name, names) && !/^authorization$/i.test(name)),
      ...(response?.headers ?? []).filter(([name]) => /^set-cookie$/i.test(name)),
    ]);
  }

  all(): readonly Exchange[] {
    return this.#kept;
  }

  /** Judges each client's exchanges, in the order in which they began, with these checks. */
  judge(checks: readonly StandingCheck[], about: Pick<History, 'prefix' | 'baseUrl'>): StandingLedger {
    const ledger = new StandingLedger(checks, new Set(checks.flatMap(({ rules }) => rules)));
    for (const exchanges of this.#clients().values()) {
      const inOrder = [...exchanges].sort((one, other) => one.request.atMs - other.request.atMs);
      ledger.take({ ...about, exchanges: inOrder, notes: {} }, { check: 'live traffic', seed: 0, path: '' });
    }
    return ledger;
  }

  /** The exchanges by the value of their `Authorization` header. */
  #clients(): ReadonlyMap<string, readonly Exchange[]> {
    return Map.groupBy(this.#kept, (exchange) => requestHeaderOf(exchange, 'authorization') ?? '');
  }
}

function bytesOf({ request, response }: Exchange): number {
  return request.body.length + (response?.body.length ?? 0);
}
