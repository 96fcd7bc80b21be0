import type { JournalEntry } from './journal-entry.ts';

/** What is known of a request as it begins. */
export type JournalStart = Pick<JournalEntry, 'atMs' | 'requestId' | 'method' | 'path' | 'headers'>;

const keptEntries = 200;
const keptBodyBytes = 16 * 1024;
const noBody = new Uint8Array();
const noHeaders = {};

/** The newest requests of an account, bounded, with counters over all of them. */
export class Journal {
  readonly #entries: JournalEntry[] = [];
  readonly #statuses = new Map<string, number>();
  readonly #codes = new Map<string, number>();
  #count = 0;

  /** Oldest first. */
  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  /** How many requests ever came. */
  get count(): number {
    return this.#count;
  }

  /** How often each status and each error code was answered. */
  get counters(): { readonly statuses: ReadonlyMap<string, number>; readonly codes: ReadonlyMap<string, number> } {
    return { statuses: this.#statuses, codes: this.#codes };
  }

  start({ atMs, requestId, method, path, headers }: JournalStart): JournalEntry {
    this.#count += 1;
    const entry: JournalEntry = {
      atMs,
      requestId,
      method,
      path,
      headers,
      number: this.#count,
      body: noBody,
      bodyBytes: 0,
      status: undefined,
      refusal: undefined,
      answer: 'open',
      faults: [],
    };
    this.#entries.push(entry);
    const dropped = this.#entries.length > keptEntries ? this.#entries.shift() : undefined;
    if (dropped !== undefined) {
      // While it is answered its request still holds it.
      dropped.body = noBody;
      dropped.headers = noHeaders;
    }
    return entry;
  }

  body(entry: JournalEntry, bytes: Uint8Array): void {
    entry.bodyBytes = bytes.length;
    // A copy, so that the rest of a large body is let go.
    entry.body = bytes.length > keptBodyBytes ? Uint8Array.from(bytes.subarray(0, keptBodyBytes)) : bytes;
  }

  /** The head of the answer is ready. `text`: its body, where it is a whole one. */
  answer(entry: JournalEntry, status: number, text: string | undefined): void {
    entry.status = status;
    add(this.#statuses, String(status));
    if (status < 400 || text === undefined) return;
    entry.refusal = text.slice(0, keptBodyBytes);
    const code = /"code":"(\w+)"/.exec(entry.refusal)?.[1];
    if (code !== undefined) add(this.#codes, code);
  }

  /** A fault acted on a request; harmless when it is no longer kept. */
  fault(requestId: string | undefined, description: string): void {
    this.#entries.findLast((entry) => entry.requestId === requestId)?.faults.push(description);
  }
}

function add(counters: Map<string, number>, name: string): void {
  counters.set(name, (counters.get(name) ?? 0) + 1);
}
