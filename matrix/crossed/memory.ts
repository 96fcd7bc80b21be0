import { isObject } from '@gateproof/spec';
import type { OtherMessages } from './change-message.ts';

/** More do not take turns in one run. */
const mostAccounts = 50;

/** What messages said before: the values that a mixed-up gateway could put in others' places. */
export class Memory {
  readonly #last = new Map<string, { readonly account: string; readonly message: unknown }[]>();
  readonly #counts = new Map<string, number>();
  readonly #firstKeys = new Map<string, string>();
  readonly #jobs = new Map<string, unknown>();

  /** What may be taken from messages at this place, which then remembers this one. */
  exchange(place: string, account: string, message: unknown): OtherMessages {
    const before = this.#last.get(place) ?? [];
    const earlier = before.find((one) => one.account === account)?.message;
    const foreign = before.find((one) => one.account !== account)?.message;
    const others = before.filter((one) => one.account !== account);
    this.#last.set(place, [{ account, message }, ...others].slice(0, mostAccounts));
    return { earlier, foreign };
  }

  /** The last message of this account at this place. */
  last(place: string, account: string): unknown {
    return this.#last.get(place)?.find((one) => one.account === account)?.message;
  }

  /** Counts on; the number that it is now. */
  count(what: string): number {
    const count = (this.#counts.get(what) ?? 0) + 1;
    this.#counts.set(what, count);
    return count;
  }

  /** The key that this account used first. */
  firstOf(account: string, key: string): string {
    const first = this.#firstKeys.get(account) ?? key;
    this.#firstKeys.set(account, first);
    return first;
  }

  has = (what: string): boolean => this.#counts.has(what);

  /** Remembers a job as it was last shown. */
  see(message: unknown): void {
    if (isObject(message) && message.object === 'job') this.#jobs.set(String(message.id), message);
  }

  job = (id: string): unknown => this.#jobs.get(id);
}
