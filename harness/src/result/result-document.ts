import type { Capability, Level, Party, RuleKind } from '@gateproof/spec';
import type { Harm } from '../check/harm.ts';
import type { Verdict } from '../check/verdict.ts';
import type { ContentCoding, Ending, ExchangeSide, RefusalGround } from '../exchange/exchange.ts';
import type { DescribedRoutes } from '../exchange/target-path.ts';
import type { Shard } from '../shard/shard.ts';

/** The value of `format` in result documents of this version. */
export const resultFormat = 'gateproof-result/1';

/** All that a run found, as JSON. Reporters render it and never compute a verdict. Its schema is `spec/schemas/result.schema.json`. */
export interface ResultDocument {
  readonly format: typeof resultFormat;
  readonly tool: { readonly name: 'gateproof'; readonly version: string };
  readonly run: RunRecord;
  readonly target: TargetRecord;
  readonly summary: SummaryRecord;
  /** One per selected rule, in catalogue order. */
  readonly rules: readonly RuleRecord[];
  /** The exchanges that failures, warnings and witnesses point to, by id. Secrets are redacted. */
  readonly exchanges: Readonly<Record<string, ExchangeRecord>>;
  /** What became of the baseline's entries; absent without one. */
  readonly baseline?: { readonly entries: number; readonly stale: readonly StaleEntry[] };
  /** Lines about the run itself: the target died and came back, the run was cut short, connections were lost. */
  readonly notes: readonly string[];
}

/** An entry of a baseline that holds no longer; it turns the run red. */
export interface StaleEntry {
  readonly rule: string;
  readonly why: string;
}

export interface RunRecord {
  /** Nonce of the run; part of every unique name that it used. */
  readonly id: string;
  readonly seed: number;
  readonly effort: 'quick' | 'standard' | 'thorough';
  readonly startedAt: string;
  readonly durationMs: number;
  readonly cases: number;
  readonly requests: number;
  readonly exchanges: number;
  /** What its requests made providers do; absent where none was served. */
  readonly cost?: CostRecord;
  /** States × commands of the suite's models: how many there are, how many cases that held have walked, and the others by name. Absent when none was. */
  readonly coverage?: {
    readonly transitions: number;
    readonly walked: number;
    readonly missing: readonly string[];
  };
  /** Requests that the run could send at most; absent without a budget. */
  readonly budget?: number;
  /** The rule set that the run was judged by. */
  readonly ruleset?: string;
  /** Rules named with `--only`; absent when all were selected. */
  readonly only?: readonly string[];
  /** Which part of a run this is; absent when it is a whole one. */
  readonly shard?: Shard;
  /** What to add to the command line so that most of what is blocked can be decided; absent where nothing is missing. */
  readonly advice?: string;
  /** Why the run ended before all rules were decided; absent when it did not. */
  readonly cutShort?: CutShortRecord;
  /** Requests after which the target was gone; absent when there was none. Rules that such a request keeps from being decided name it in `causedBy`. */
  readonly crashes?: readonly CrashRecord[];
}

/** What the requests of a run made providers do. */
export interface CostRecord {
  /** Chats and submissions that were served. */
  readonly generations: number;
  /** How many of them report a usage. */
  readonly reported: number;
  /** Sums of what those report. */
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** A request that makes the target exit, or go away for a while. */
export interface CrashRecord {
  /** Unique within the run: `crash-1`. */
  readonly id: string;
  readonly sentence: string;
  /** The exchange that shows it, among those of the document. */
  readonly exchange: string;
  /** How often the target went away after it. */
  readonly times: number;
}

/** `no-gateway`, `key-refused`, `answers-alike` and `not-prepared` are found by the smoke test: no rule is decided then. */
export interface CutShortRecord {
  readonly reason:
    | 'time-limit'
    | 'interrupted'
    | 'target-lost'
    | 'no-gateway'
    | 'key-refused'
    | 'answers-alike'
    | 'not-prepared';
  readonly sentence: string;
}

export interface TargetRecord {
  readonly kind: 'simulator' | 'url' | 'command' | 'container' | 'receiver' | 'client' | 'proxy';
  readonly baseUrl: string;
  /** Every base URL, `baseUrl` first, where the requests of a case go round several; absent where it has one. */
  readonly addresses?: readonly string[];
  readonly prefix: string;
  readonly capabilities: readonly Capability[];
  /** Paths below the base URL of routes that lie elsewhere than the contract says, as the profile describes them: one for all models, or by model. */
  readonly routes?: DescribedRoutes;
  /** The text model that requests name, where none can be made; absent where none is known. */
  readonly model?: string;
  /** What reaches the same target again: command-line arguments of `gateproof gateway`, without secrets. */
  readonly arguments: readonly string[];
}

export interface SummaryRecord {
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly exitCode: 0 | 1 | 2 | 3 | 4 | 5;
  /** How each conformance class came out, in the catalogue's order. Empty for clients and receivers, whose rules have no classes. */
  readonly classes: readonly ClassRecord[];
  /** What is wrong, the cause of the most red rules first: every failed rule is a cause of its own or folds under one. */
  readonly causes: readonly CauseRecord[];
  /** The differences from the contract that the profile declares. */
  readonly differences: readonly DifferenceRecord[];
}

/** What the rules of one conformance class came to. */
export interface ClassRecord {
  readonly class: string;
  readonly title: string;
  readonly claimed: boolean;
  /**
   * What was found: neither a baseline nor a declared difference makes a class conformant. `known`: all that is broken or undecided stands in the baseline.
   * `not-shown`: nothing is broken, but the run has not seen the class at work (the floor of `spec/classes.yaml`).
   */
  readonly outcome: 'conformant' | 'differs' | 'broken' | 'undecided' | 'known' | 'not-shown' | 'not-claimed';
  /** Of a class that is not shown: what the run has not seen to work. */
  readonly notShown?: readonly string[];
  /** Rules that hold, of those that were decided, of all that were selected. */
  readonly passed: number;
  readonly decided: number;
  readonly rules: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
}

/**
 * What a cause is.
 *
 * - `repair`: the rules hold as soon as the harness repairs this one break of the answers
 * - `crash`: a request makes the target exit
 * - `missing-feature`: the exchanges of the rules show that one feature is absent
 * - `symptom`: the rules are broken by the same trouble
 * - `rule`: a broken rule that nothing else explains
 */
export type CauseKind = 'repair' | 'crash' | 'missing-feature' | 'symptom' | 'rule';

export interface CauseRecord {
  /** Of a `rule`: its id. */
  readonly id: string;
  readonly kind: CauseKind;
  /** What is wrong, where that was seen and where not. */
  readonly sentence: string;
  /** The worst that comes of it. Causes of the worst harm come first. */
  readonly harm: Harm;
  readonly rule?: string;
  /** The exchange that shows it best. */
  readonly exchange?: string;
  /**
   * Of a proved cause: the rules that pass as soon as it is fixed, also those that another cause turns as well. Of any other: the rules that are red because of it, or
   * blocked by one of those; how many of them pass without it was not measured.
   */
  readonly folded: readonly string[];
  /** True when each of the folded rules was seen to break with it, and to hold without it alone. */
  readonly proved: boolean;
  /** Of a proved cause: rules that are blocked by folded ones, or need other fixes too. */
  readonly waiting: readonly string[];
}

/** A difference from the contract that the profile declares. */
export interface DifferenceRecord {
  readonly repair: string;
  readonly reason: string;
  /** The rules that state the difference: their verdict is `differs`. */
  readonly rules: readonly string[];
}

export interface RuleRecord {
  readonly rule: string;
  readonly area: string;
  /** Id of its conformance class. Only rules of the gateway have one. */
  readonly class?: string;
  readonly party: Party;
  readonly level: Level;
  readonly kind: RuleKind;
  readonly statement: string;
  readonly section: string;
  readonly verdict: Verdict;
  readonly cases: { readonly run: number; readonly exercised: number };
  readonly durationMs: number;
  /** A few exchanges that show the verdict, all of them kept in the document: every pass and every warning has at least one. */
  readonly witnesses: readonly string[];
  /** Why the verdict is not pass or fail: the missing capabilities, the blocking rule, what never arose, the harness error. */
  readonly reason?: string;
  readonly missing?: readonly Capability[];
  /** True when the suite has no check for the rule. */
  readonly isUnchecked?: true;
  readonly blockedBy?: string;
  /** What a `known` rule came to, and what the baseline says of it. */
  readonly known?: { readonly verdict: Verdict; readonly reason?: string; readonly expires?: string };
  /** What a `provisional` rule came to: it is newer than the rule set of the run. */
  readonly provisional?: { readonly verdict: Verdict };
  /** Of a failed rule: the id of the cause that it folds under. */
  readonly causedBy?: string;
  /** Of a failed rule: failed standing rules that the exchanges which show the failure break as well. */
  readonly beside?: readonly string[];
  readonly failure?: FailureRecord;
  /** In the result of a shard: the rule that an undecided one relies on, which may be decided by another shard. */
  readonly reliesOn?: string;
  /** In the result of a shard: the step that an undecided rule could not take. */
  readonly setup?: SetupRecord;
}

/** A set-up step that did not hold, with the case that shows it. */
export interface SetupRecord {
  readonly what: string;
  /** True when every attempt failed so. */
  readonly isLasting: boolean;
  readonly case: Omit<CaseRecord, 'shrinks'>;
  readonly exchanges: readonly string[];
  readonly shownBy: readonly string[];
}

/** Everything that a person needs to believe a failure, and to see it again. */
export interface FailureRecord {
  readonly expected: string;
  readonly observed: string;
  readonly case: CaseRecord;
  /** All exchanges of the smallest case in order; those that show the break first named in `shownBy`. */
  readonly exchanges: readonly string[];
  readonly shownBy: readonly string[];
  /** Ready to paste; a key stands as the environment variable that holds it, or as `$GATEPROOF_KEY`. */
  readonly curl: readonly string[];
  /** The command that re-runs this case in one execution. Absent where nothing can be run again: what live traffic showed. */
  readonly replay?: string;
  /** For a flaky rule: what the replay saw. */
  readonly onReplay?: string;
}

export interface CaseRecord {
  /** The check whose case it is: the rule itself, or for a standing rule the rule whose check made the exchange. */
  readonly check: string;
  readonly seed: number;
  readonly path: string;
  /** The real client as which the case asked; absent where it asked as the suite does. */
  readonly client?: string;
  /** The generated input, printed. */
  readonly input: string;
  readonly shrinks: number;
}

export interface ExchangeRecord {
  readonly id: string;
  readonly side: ExchangeSide;
  readonly request: MessageRecord & {
    readonly method: string;
    readonly url: string;
    /** The base URL that it was sent to, where the target has several. */
    readonly address?: string;
    /** What a conformant gateway may refuse the request for; absent: it serves it. */
    readonly mayFailFor?: RefusalGround;
    readonly atMs: number;
  };
  /** As it came from the wire. */
  readonly response?: ResponseRecord;
  /** Where the answer was repaired on its way in: the ids of the repairs, and the answer as the checks read it. */
  readonly repaired?: { readonly repairs: readonly string[]; readonly response: ResponseRecord };
  readonly ending: Ending;
  readonly trouble?: string;
  readonly endedAtMs: number;
}

export interface ResponseRecord extends MessageRecord {
  readonly status: number;
  readonly headersAtMs: number;
  /** Of a body with a content coding: `body` is decoded, or as it came where it can't be. */
  readonly coding?: ContentCoding;
}

export interface MessageRecord {
  readonly headers: readonly (readonly [string, string])[];
  /** UTF-8 text, or base64 when it is not text; cut at 64 KiB. */
  readonly body: { readonly text: string } | { readonly base64: string };
  readonly bodyBytes: number;
}
