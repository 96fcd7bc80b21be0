import { isPlainHeader, serviceNames } from '@gateproof/spec';
import type { History, StandingCheck } from '../check/check.ts';
import type { Exchange, Header } from '../exchange/exchange.ts';
import { requestHeaderOf } from '../exchange/headers.ts';
import { StandingLedger } from '../run/standing-ledger.ts';

/** Older exchanges of a client are forgotten beyond so many. */
const keptExchanges = 5_000;

/** What went through a proxy, by the API key that it carried: clients with one key are one client. */
export class Traffic {
  readonly #clients = new Map<string, Exchange[]>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(exchange: Exchange): void {
    this.#count += 1;
    const key = requestHeaderOf(exchange, 'authorization') ?? '';
    const exchanges = this.#clients.get(key) ?? [];
    exchanges.push(exchange);
    if (exchanges.length > keptExchanges) exchanges.shift();
    this.#clients.set(key, exchanges);
  }

  /** The API keys that were seen. */
  keys(): readonly string[] {
    return [...this.#clients.keys()].map((header) => header.replace(/^\S+\s+/, '')).filter((key) => key !== '');
  }

  /** Headers beside `Authorization` whose values may be secrets: what the clients sent under names of their own, and cookies that they were given. */
  secretHeaders(prefix: string): readonly Header[] {
    const names = serviceNames(prefix);
    return this.all().flatMap(({ request, response }) => [
      ...request.headers.filter(([name]) => !isPlainHeader(name, names) && !/^authorization$/i.test(name)),
      ...(response?.headers ?? []).filter(([name]) => /^set-cookie$/i.test(name)),
    ]);
  }

  all(): readonly Exchange[] {
    return [...this.#clients.values()].flat();
  }

  /** Judges each client's exchanges, in the order in which they began, with these checks. */
  judge(checks: readonly StandingCheck[], about: Pick<History, 'prefix' | 'baseUrl'>): StandingLedger {
    const ledger = new StandingLedger(checks, new Set(checks.flatMap(({ rules }) => rules)));
    for (const exchanges of this.#clients.values()) {
      const inOrder = [...exchanges].sort((one, other) => one.request.atMs - other.request.atMs);
      ledger.take({ ...about, exchanges: inOrder, notes: {} }, { check: 'live traffic', seed: 0, path: '' });
    }
    return ledger;
  }
}
