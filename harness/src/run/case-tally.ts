import type { Finding } from '../check/finding.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { requestsIn } from '../exchange/requests-in.ts';
import { asClient, type CasePlace } from './asking-client.ts';
import type { CaseOutcome } from './case-outcome.ts';
import type { BrokenCase, CheckReport, SetupFailure } from './check-report.ts';

/** Set-up failures after which the rest of a check's cases is not tried. */
const maxSetupFailures = 4;

/** So many exchanges of a case are kept to show that a rule holds: the last ones, as a case ends with what it states. */
const maxWitnesses = 4;

/** Counts what the cases of one check showed. */
export class CaseTally {
  #run = 0;
  #exercised = 0;
  #setupFailures = 0;
  #hurriedFailures = 0;
  #notArranged = 0;
  #mostRequests: number | undefined;
  #openForm: string | undefined;
  #witnesses: readonly Exchange[] = [];
  #caution: CheckReport['caution'];
  /** The first failure and the count of each prerequisite. */
  readonly #setupFailuresBy = new Map<
    string | undefined,
    { readonly first: Omit<SetupFailure, 'isLasting'>; count: number }
  >();
  #error: string | undefined;
  readonly #idleReasons = new Set<string>();

  /** True once more cases could show nothing new: the harness failed, or the set-up keeps failing. */
  get stopped(): boolean {
    return this.#error !== undefined || this.#setupFailures >= maxSetupFailures;
  }

  /** How many cases the target's testbed could not arrange. */
  get notArranged(): number {
    return this.#notArranged;
  }

  /** Requests of the longest case so far; undefined before the first. */
  get mostRequests(): number | undefined {
    return this.#mostRequests;
  }

  /** Every case so far failed in its set-up, for the same rule. */
  get #failsAlways(): boolean {
    return this.#run > 0 && this.#setupFailures === this.#run && this.#setupFailuresBy.size === 1;
  }

  /** Where a wait was cut short, what it was for may have come later. */
  get #isLasting(): boolean {
    return this.#failsAlways && this.#run > 1 && this.#hurriedFailures === 0;
  }

  /** The only case so far, where its set-up failed: whether it always does is known once it was run again. */
  get loneFailure(): Omit<SetupFailure, 'isLasting'> | undefined {
    return this.#run === 1 && this.#failsAlways ? this.#setupFailure : undefined;
  }

  /** The only case whose set-up failed, where others held: whether it fails again is known once it was run again. */
  get strayFailure(): Omit<SetupFailure, 'isLasting'> | undefined {
    return this.#setupFailures === 1 && this.#exercised > 0 ? this.#setupFailure : undefined;
  }

  /** The first one; of a prerequisite that failed in most of the cases where there is one: a step that fails now and then does not hide it. */
  get #setupFailure(): Omit<SetupFailure, 'isLasting'> | undefined {
    const seen = [...this.#setupFailuresBy.values()];
    return (seen.find(({ count }) => count > this.#setupFailures / 2) ?? seen[0])?.first;
  }

  add(outcome: CaseOutcome, input: string, where: CasePlace): void {
    this.#run += 1;
    this.#mostRequests = Math.max(this.#mostRequests ?? 0, requestsIn(outcome.exchanges));
    this.#take(outcome, input, where);
  }

  /** Takes a case, run again, in the place of its first run, which was only disturbed. */
  addReplay(outcome: CaseOutcome, where: CasePlace & { readonly input: string }): void {
    this.#take(outcome, where.input, where);
  }

  /** Takes a case that held when it was run again, in the place of its run whose set-up failed. */
  replaceStrayFailure(outcome: CaseOutcome, where: CasePlace & { readonly input: string }): void {
    this.#setupFailures = 0;
    this.#setupFailuresBy.clear();
    this.#take(outcome, where.input, where);
  }

  #take(outcome: CaseOutcome, input: string, where: CasePlace): void {
    const end = outcome.end;
    switch (end.kind) {
      case 'held':
        this.#exercised += 1;
        if (this.#witnesses.length === 0) this.#witnesses = outcome.exchanges.slice(-maxWitnesses);
        if (outcome.caution !== undefined) this.#takeCaution(outcome.caution, outcome.exchanges, input, where);
        return;
      case 'broke':
        // Whether it exercised the rule is known once it was run again.
        return;
      case 'setup-failed':
        this.#setupFailures += 1;
        if (outcome.isHurried) this.#hurriedFailures += 1;
        this.#countSetupFailure(end.prerequisite, {
          ...{ what: end.what, prerequisite: end.prerequisite, shownBy: end.shownBy },
          input,
          ...placeOf(where),
          exchanges: outcome.exchanges,
        });
        return;
      case 'error':
        this.#error = end.message;
        return;
      case 'open-form':
        this.#openForm ??= end.why;
        this.#notArranged += 1;
        this.#idleReasons.add(end.why);
        return;
      case 'not-arranged':
        this.#notArranged += 1;
        this.#idleReasons.add(end.why);
        return;
      default:
        this.#idleReasons.add(end.why);
    }
  }

  report(
    rule: string,
    rest: { readonly durationMs: number; readonly cutShort: boolean; readonly broken?: BrokenCase },
  ): CheckReport {
    // Where one case can't be read and the target chose not to show it in the others, it is the target's to leave open.
    const leftOpen = this.#exercised === 0 && this.#setupFailures === 0 && !rest.cutShort ? this.#openForm : undefined;
    const none = this.#run > 0 && this.#notArranged === this.#run;
    const setupFailure = this.#setupFailure;
    return {
      rule,
      // What this testbed can't arrange is no case that ought to have been exercised, as long as others were.
      run: none ? this.#run : this.#run - this.#notArranged,
      exercised: this.#exercised + (rest.broken === undefined ? 0 : 1),
      witnesses: this.#witnesses,
      idleReasons: [...new Set([...(leftOpen === undefined ? [] : [leftOpen]), ...this.#idleReasons])],
      notArranged: none || leftOpen !== undefined,
      ...(this.#caution === undefined ? {} : { caution: this.#caution }),
      ...(setupFailure === undefined ? {} : { setupFailure: { ...setupFailure, isLasting: this.#isLasting } }),
      ...(this.#error === undefined ? {} : { error: this.#error }),
      ...rest,
    };
  }

  #countSetupFailure(prerequisite: string | undefined, failure: Omit<SetupFailure, 'isLasting'>): void {
    const seen = this.#setupFailuresBy.get(prerequisite);
    if (seen === undefined) this.#setupFailuresBy.set(prerequisite, { first: failure, count: 1 });
    else seen.count += 1;
  }

  #takeCaution(finding: Finding, exchanges: readonly Exchange[], input: string, where: CasePlace): void {
    this.#caution ??= { finding, exchanges, input, ...placeOf(where) };
  }
}

/** What is given may be more than a place. */
function placeOf({ seed, path, client }: CasePlace): CasePlace {
  return { seed, path, ...asClient(client) };
}
