/** The keys of a world, and two that are none. */
export type KeyName = 'main' | 'restricted' | 'deleted' | 'expired' | 'capped' | 'unknown' | 'none';

/** A request that is the same for all parties but for the ids that each has given out. */
export interface Asked {
  /** What it is about; differences are explained by it. */
  readonly label: string;
  readonly method: string;
  /** `{job N}` stands for the job that the party accepted as its Nth, `{account}` for the path of its account. */
  readonly path: string;
  /** Default: `main`. */
  readonly key?: KeyName;
  /** A value is sent as JSON, a string as it stands. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Repeated until the job that it reads is final. */
  readonly untilFinal?: boolean;
}

/** Requests at the same time: each lane has a connection of its own, on which its requests are written at once. */
export type Step = readonly (readonly Asked[])[];
