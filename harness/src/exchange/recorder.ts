import type { Exchange } from './exchange.ts';

/** Holds what was exchanged in one case, on all sides. */
export interface Recorder {
  /** Allots the id of an exchange that begins now; its place in the order is fixed by this call. */
  begin(): string;
  /** Adds an exchange, or replaces the one of the same id, and returns it as it is kept. Ignored once the recorder is closed. */
  record(exchange: Exchange): Exchange;
  /** All recorded exchanges, in the order in which they began. */
  exchanges(): readonly Exchange[];
  /** True while one that has begun is not recorded yet. */
  isUnderWay(): boolean;
  /** Calls `listener` after each record; the returned function ends that. */
  onRecord(listener: (exchange: Exchange) => void): () => void;
  /** Takes nothing more, so that a late answer reaches no later case. Returns all exchanges. */
  close(): readonly Exchange[];
}

/** Gives `x1`, `x2` …: one source for a whole run, so that ids are unique within it. */
export function createExchangeIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `x${count}`;
  };
}

/** A recorder for one case. `nextId` is shared by all cases of a run. `kept` says how an exchange is kept; default: as it is. */
export function createRecorder(nextId: () => string, kept = (exchange: Exchange): Exchange => exchange): Recorder {
  const slots = new Map<string, Exchange | undefined>();
  const listeners = new Set<(exchange: Exchange) => void>();
  let closed = false;
  const exchanges = () => [...slots.values()].filter((exchange) => exchange !== undefined);
  return {
    begin() {
      const id = nextId();
      if (!closed) slots.set(id, undefined);
      return id;
    },
    record(seen) {
      if (closed) return seen;
      const exchange = kept(seen);
      slots.set(exchange.id, exchange);
      for (const listener of [...listeners]) listener(exchange);
      return exchange;
    },
    exchanges,
    isUnderWay: () => [...slots.values()].includes(undefined),
    onRecord(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      closed = true;
      listeners.clear();
      return exchanges();
    },
  };
}
