import type { Arbitrary } from 'fast-check';
import type { Exchange } from '../exchange/exchange.ts';
import type { CaseWorld } from './case-world.ts';
import type { Finding } from './finding.ts';

/**
 * The code that decides one active rule.
 *
 * `decide` arranges the world, sends requests and states what must hold. It returns when the case held, and throws
 * `Violation`, `Caution`, `SetupFailed`, `NotExercised` or `Disturbed` otherwise; it can't say "skipped". A case that
 * recorded no exchange or stated nothing through the `expect…` functions counts as not exercised, so an empty check can't pass.
 */
export interface CaseCheck<Input, W extends CaseWorld> {
  readonly rule: string;
  readonly input: Arbitrary<Input>;
  /** Cases that are run first, whatever the seed: for small spaces, all of them. Default: none. */
  readonly examples?: readonly Input[];
  /** Cases at standard effort. Quick runs a third of them and no fewer than four, thorough at least twenty times as many. Default 5. */
  readonly cases?: number;
  /** So many of the first examples find what no others do: a quick run takes them beside its share. Default 0. */
  readonly revealing?: number;
  /** How long one case may take, in ms of real time. Default 35 s, and half a second for each request that it sends, 75 s in all. */
  readonly caseLimitMs?: number;
  /** Its cases spend most of their time waiting: it starts before the others, so that a run doesn't end with it alone. Default false. */
  readonly waits?: boolean;
  /** `gateway`: its cases may disturb others that use the target, and are kept from one that is not on this machine. Default `account`. */
  readonly touches?: 'account' | 'gateway';
  /** Its cases are about endpoints that are not asked: one that was to fail may be left alone. Default false: a case that leaves it alone has shown nothing. */
  readonly mayLeaveUnasked?: boolean;
  /** How an input reads in a report: "max_tokens: true, in a stream". Default: written as the value that it is. */
  describe?(input: Input): string;
  /** For inputs that are played beside a model of the suite: the transitions that a case of this input walks. Default: none. */
  walks?(input: Input): readonly string[];
  decide(world: W, input: Input): Promise<void>;
}

/** A check of any input on any kind of world, as the runner takes it. */
export type AnyCheck = CaseCheck<unknown, CaseWorld>;

/** What a standing check saw of one rule on one case: it held, a finding, or nothing that could be judged. */
export interface Judgement {
  readonly rule: string;
  readonly exchanges: readonly string[];
  readonly finding?: Finding;
  /** True when the finding only warns. */
  readonly caution?: boolean;
  /** The more basic rule that the exchange breaks, so that this one has nothing to judge. */
  readonly undecidedBy?: string;
  /** Why there is nothing to judge, in words; where the whole run shows nothing else, the rule is not applicable. */
  readonly idle?: string;
}

/** Everything that was exchanged in one case, on all sides, in the order in which it began. */
export interface History {
  readonly exchanges: readonly Exchange[];
  /** Service prefix of the target (`svc`). */
  readonly prefix: string;
  /** Base URL of the target, without a trailing slash. */
  readonly baseUrl: string;
  /** API keys that were valid when used count as one here; secrets that belong to other accounts of the case are. */
  readonly notes: Readonly<Record<string, unknown>>;
}

/** The code that decides standing rules on every case of a run. */
export interface StandingCheck {
  /** The rules that `judge` may speak of. */
  readonly rules: readonly string[];
  /** The rule that says that what they are judged on is served: it blocks them where no exchange of the run could be judged. Default: none. */
  readonly servedBy?: string;
  judge(history: History): Iterable<Judgement>;
}
