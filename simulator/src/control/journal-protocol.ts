/** Answer of `GET /accounts/{account}/journal`, and of `GET /journal` for requests that no account's key came with. */
export interface JournalAnswer {
  /** How many requests ever came. */
  readonly requests: number;
  /** How many of them are no longer kept: the newest 200 are. */
  readonly dropped: number;
  /** Oldest first. */
  readonly entries: readonly ReportedRequest[];
}

/** A request without its secrets, and what was wrong with it. */
export interface ReportedRequest {
  /** From 1. */
  readonly number: number;
  /** On the account's clock. */
  readonly at: string;
  readonly request_id: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON value, or the text; long texts and lists are cut. */
  readonly body: unknown;
  readonly body_bytes: number;
  /** Null until the head of the answer is ready. */
  readonly status: number | null;
  /** Code of the refusal. */
  readonly code: string | null;
  readonly answer: 'open' | 'whole' | 'lost';
  /** The faults that acted on it, in words. */
  readonly faults: readonly string[];
  /** One sentence on what the client did for its request to be refused. */
  readonly blame: string | null;
  /** Sentences on what looks like a slip: a name that nearly means something, a fault that missed by one condition. */
  readonly near_misses: readonly string[];
}

/** Answer of `GET /accounts/{account}/counters`. */
export interface CountersAnswer {
  readonly requests: number;
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>;
  /** How often each error code was answered. */
  readonly codes: Readonly<Record<string, number>>;
  /** Calls to endpoints, those that faults answered included. */
  readonly endpoint_calls: number;
  readonly generations: number;
  readonly jobs: number;
  readonly deliveries: number;
  readonly delivery_attempts: number;
  readonly faults_acted: number;
}

/** Answer of `GET /accounts/{account}`, `POST /accounts/{account}/reset` and `POST /accounts/{account}/fork`. */
export interface WorldAnswer {
  readonly id: string;
  /** How often the account has been reset. */
  readonly epoch: number;
  readonly seed: string;
  /** The first key. */
  readonly key: { readonly id: string; readonly secret: string };
  /** All keys, in the order in which they were made. */
  readonly keys: readonly { readonly id: string; readonly secret: string }[];
}
