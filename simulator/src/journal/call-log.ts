import type { AnswerOutcome } from './effect-ledger.ts';

/** What is known of a call as it begins. */
export interface CallStart {
  /** On the account's clock. */
  readonly atMs: number;
  /** Of the request that led to it; undefined where none did. */
  readonly requestId: string | undefined;
  readonly url: string;
  readonly model: string;
  readonly isStream: boolean;
  /** What answers in the endpoint's place, in words; undefined: the endpoint itself. */
  readonly answeredBy: string | undefined;
}

/** One call to an endpoint as it is kept. */
export interface CallEntry extends CallStart {
  /** From 1, counting those that are no longer kept. */
  readonly number: number;
  /** Undefined until the head of the answer came. */
  status: number | undefined;
  answer: AnswerOutcome;
  /** When the answer was over, on the account's clock. */
  endedAtMs: number | undefined;
}

const keptCalls = 200;

/** The newest calls of an account to its endpoints, bounded. */
export class CallLog {
  readonly #entries: CallEntry[] = [];
  readonly #onChange: () => void;
  #count = 0;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Oldest first. */
  get entries(): readonly CallEntry[] {
    return this.#entries;
  }

  /** How many calls there were since the log began. */
  get count(): number {
    return this.#count;
  }

  start(call: CallStart): CallEntry {
    this.#count += 1;
    const number = this.#count;
    const entry: CallEntry = { ...call, number, status: undefined, answer: 'open', endedAtMs: undefined };
    this.#entries.push(entry);
    if (this.#entries.length > keptCalls) this.#entries.shift();
    this.#onChange();
    return entry;
  }

  /** The head of the answer came. */
  answered(entry: CallEntry, status: number): void {
    entry.status = status;
    this.#onChange();
  }

  end(entry: CallEntry, answer: AnswerOutcome, endedAtMs: number): void {
    entry.answer = answer;
    entry.endedAtMs = endedAtMs;
    this.#onChange();
  }
}
