/** Thrown when a set-up step or a control does not hold, so that the case can't decide its rule. Never a pass. */
export class SetupFailed extends Error {
  override readonly name = 'SetupFailed';
  /** The rule that the step relies on; its own verdict decides whether this one is blocked by it. */
  readonly prerequisite: string | undefined;
  readonly exchanges: readonly string[];
  constructor(what: string, options: { prerequisite?: string; exchanges?: readonly string[] } = {}) {
    super(what);
    this.prerequisite = options.prerequisite;
    this.exchanges = options.exchanges ?? [];
  }
}

/** Thrown when the case's precondition did not arise (a race that nobody won, a limit never reached). Counts as not exercised. */
export class NotExercised extends Error {
  override readonly name = 'NotExercised';
}

/** Answers that ask to come again later: too many requests, and not ready. */
export type ComeAgainStatus = 429 | 503;

/**
 * Thrown when a case can't decide its rule for what came from outside: a lost connection, a 429 without cause. The runner runs the case
 * again, after `retryAfterMs`. When the same request of the case is disturbed every time, it is no noise: `otherwise` counts.
 */
export class Disturbed extends Error {
  override readonly name = 'Disturbed';
  /** The exchange that was hit; empty: none of the case's own. */
  readonly exchange: string;
  readonly retryAfterMs: number;
  /** The answer that asks to come again later; undefined where there was no answer. */
  readonly status: ComeAgainStatus | undefined;
  readonly otherwise: Error;
  /** True where what is tested was gone after the exchange, and not only its answer. */
  readonly isAbsence: boolean;
  constructor(
    what: string,
    options: {
      readonly exchange: string;
      readonly otherwise: Error;
      readonly isAbsence?: boolean;
      readonly retryAfterMs?: number;
      readonly status?: ComeAgainStatus | undefined;
    },
  ) {
    super(what);
    this.exchange = options.exchange;
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs ?? 0;
    this.otherwise = options.otherwise;
    this.isAbsence = options.isAbsence ?? false;
  }
}

/** Thrown when a target's testbed can't arrange what this one case asks for, although the rule may be decided otherwise. */
export class NotArranged extends Error {
  override readonly name: string = 'NotArranged';
}

/** Thrown when the target answers in a form that the contract leaves open, so that this case can't be read. */
export class OpenForm extends NotArranged {
  override readonly name = 'OpenForm';
}

/** Thrown instead of sending a request of a kind that makes the target go away. */
export class Withheld extends NotArranged {
  override readonly name = 'Withheld';
  readonly crash: { readonly id: string; readonly sentence: string };
  constructor(crash: { readonly id: string; readonly sentence: string }) {
    super(crash.sentence);
    this.crash = crash;
  }
}
