import { errorTable } from '@gateproof/spec';
import type { Exchange } from './exchange.ts';
import { codeOf } from './json-of.ts';

/** What servers answer that take the rest of a body for the beginning of a request. */
const misreadStatuses: readonly number[] = [400, 405, 414, 501, 505];
/** A refusal of one kind is suspected so often: where the next request was answered alike alone, its body is read. */
const mostChecked = 2;

/** A request that was misread on the connection of a refused one, and how it was answered on a connection of its own. */
export interface MisreadRequest {
  readonly refused: Exchange;
  readonly misread: Exchange;
  readonly alone: Exchange;
}

/**
 * Finds targets that answer a request before they have read its body, and then parse the rest of it as the next request on the kept connection: whatever is asked next there is
 * answered with an error that it did not cause.
 */
export class UnreadBodies {
  readonly #checked = new Map<string, number>();
  #found: MisreadRequest | undefined;

  /** True where the answer to a request may be due to the body of the refused one before it on its connection. It is then sent again on a connection of its own. */
  maySpoil(before: Exchange, next: Exchange): boolean {
    const status = before.response?.status ?? 0;
    if (before.request.body.length === 0 || status < 400 || !isMisreading(next)) return false;
    const kind = `${before.request.method} ${status}`;
    const times = this.#checked.get(kind) ?? 0;
    this.#checked.set(kind, times + 1);
    return times < mostChecked;
  }

  /** True, and remembered, where the request was answered otherwise on a connection of its own. */
  isMisread(seen: MisreadRequest): boolean {
    const { misread, alone } = seen;
    if (alone.response === undefined || alone.response.status === misread.response?.status) return false;
    this.#found ??= seen;
    return true;
  }

  /** The first one that was found. */
  get found(): MisreadRequest | undefined {
    return this.#found;
  }
}

/** An error of the contract is about the request that was sent. */
function isMisreading(next: Exchange): boolean {
  if (next.ending === 'malformed') return true;
  if (errorTable.has(codeOf(next) ?? '')) return false;
  return misreadStatuses.includes(next.response?.status ?? 0);
}
