/** What a row is of. */
export type RowKind =
  | 'simulator'
  | 'account'
  | 'secret'
  | 'balance'
  | 'spending'
  | 'generation'
  | 'job'
  | 'delivery'
  | 'key';

/** A whole record as it is kept: plain JSON, save that bytes may stand in it as `Uint8Array`. */
export interface Row {
  readonly kind: RowKind;
  /** Unique among the rows of its kind. */
  readonly id: string;
  /** The account that it belongs to; empty for what belongs to none. */
  readonly account: string;
  readonly value: unknown;
  /** When it falls due, in ms on the account's clock; left out: never. An idempotency key falls due to be forgotten. */
  readonly dueAtMs?: number;
}

/** A row that is no longer wanted. */
export interface Removal {
  readonly kind: RowKind;
  readonly id: string;
  readonly removed: true;
}

export type Change = Row | Removal;

/**
 * Where the records of accounts are kept. Asynchronous, so that a database can stand behind several simulators. What is
 * asked for first happens first.
 */
export interface Store {
  /** Whether a later process can read what is kept. Where none can, only keys are ever read again. */
  readonly outlivesProcess: boolean;
  /** Whether other simulators keep their accounts in it too. */
  readonly isShared: boolean;
  /**
   * Takes an id in one step, whoever else tries: keeps the row unless one with its kind and id is there that falls due
   * after `nowMs` or never. Returns that one; undefined when the row is now kept.
   */
  claim(row: Row, nowMs: number): Promise<Row | undefined>;
  /** Keeps the changes, all or none; they outlive a loss of power once this resolves. A row takes the place of the one with its kind and id. */
  save(changes: readonly Change[]): Promise<void>;
  /**
   * Keeps changes for nobody who waits for them: they outlive the process once this turn of the event loop is over, and a loss of power once something that is
   * asked for later does. `changes` is called when they are written, or before.
   */
  handIn(changes: () => readonly Change[]): void;
  read(kind: RowKind, id: string): Promise<Row | undefined>;
  /** All rows of a kind, or those of one account, in the order in which their ids were first kept. */
  list(kind: RowKind, account?: string): Promise<readonly Row[]>;
  /** The rows of a kind, or those of one account, that fall due, the earliest first; of equal moments, the first kept first. */
  due(kind: RowKind, account?: string): Promise<readonly Row[]>;
  /** Drops an account's rows of a kind that have fallen due by `nowMs`. */
  expire(kind: RowKind, account: string, nowMs: number): Promise<void>;
  /** Drops everything that belongs to an account, and keeps rows in its place, both or neither. `rows`: default none; all of that account. */
  forget(account: string, rows?: readonly Row[]): Promise<void>;
  close(): Promise<void>;
}
