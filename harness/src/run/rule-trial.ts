import type { Rule } from '@gateproof/spec';
import type { AnyCheck, StandingCheck } from '../check/check.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { mend } from '../repair/mend.ts';
import type { Repair } from '../repair/repair.ts';
import { decideVerdict } from './decide-verdict.ts';
import type { DecidedRule } from './decided-rule.ts';
import type { Retrials } from './retrials.ts';
import { replayCase, runCheck } from './run-check.ts';
import type { RunContext } from './run-context.ts';
import { StandingLedger, standingIn } from './standing-ledger.ts';

/** What came of checking a failing rule again with repaired answers. */
export interface TrialResult {
  readonly holds: boolean;
  /** Ids of the repairs that changed an answer. */
  readonly acted: ReadonlySet<string>;
}

/** Checks one failing rule again with repaired answers; without any repair it shows what the run did. */
export interface RuleTrial {
  /** One case: the one that broke the rule or whose set-up failed, where there is one. */
  once(repairs: readonly Repair[]): Promise<TrialResult>;
  /** All cases of the rule. */
  again(repairs: readonly Repair[]): Promise<TrialResult>;
}

/** How active rules are run again. */
export interface ActiveTrialOptions {
  readonly check: AnyCheck;
  /** The check whose case broke the rule: its own, or one that relies on it. */
  readonly shownBy: AnyCheck;
  readonly context: RunContext;
  /** How many cases a check has in this run. */
  readonly casesOf: (check: AnyCheck) => number;
  readonly retrials: Retrials;
}

/** Runs the check of an active rule again, its failing case first. */
export function activeTrial(
  { rule, broken, report }: DecidedRule,
  { check, shownBy, context, casesOf, retrials }: ActiveTrialOptions,
): RuleTrial {
  const place = broken ?? report?.setupFailure;
  const whole = async (one: AnyCheck, repairs: readonly Repair[], ledger: StandingLedger) => {
    const { context: repaired, acted } = withRepairs(context, repairs, ledger);
    const { verdict } = decideVerdict(rule, await runCheck(one, () => casesOf(one), repaired));
    return { holds: verdict === 'pass' || verdict === 'warn', acted };
  };
  return {
    async once(repairs) {
      const { context: repaired, acted } = withRepairs(context, repairs, new StandingLedger([], new Set()));
      if (place === undefined || context.stopped()) return { holds: false, acted };
      const outcome = await replayCase(shownBy, place, repaired);
      const { kind } = outcome?.end ?? {};
      // A recommendation that is not followed is a warning.
      return { holds: kind === 'held' || (kind === 'broke' && rule.level === 'should'), acted };
    },
    async again(repairs) {
      const checks = shownBy === check ? [check] : [check, shownBy];
      const retrial = retrials.under(repairs);
      const acted = new Set<string>();
      for (const one of checks) {
        const result = await whole(one, repairs, retrial.ledger);
        for (const id of result.acted) {
          acted.add(id);
          retrial.acted.add(id);
        }
        if (!result.holds) return { holds: false, acted };
      }
      return { holds: true, acted };
    },
  };
}

/** The context with repaired answers, whose cases go into this ledger; no smaller cases are looked for. */
function withRepairs(context: RunContext, repairs: readonly Repair[], standing: StandingLedger) {
  const acted = new Set<string>();
  const repaired: RunContext = {
    ...context,
    standing,
    stopped: () => context.stopped(),
    mayShrink: () => false,
    async runCase(check, input, how) {
      const outcome = await context.runCase(check, input, { ...how, repairs });
      for (const id of repairsIn(outcome.exchanges)) acted.add(id);
      return outcome;
    },
  };
  return { context: repaired, acted };
}

/** How standing rules are checked again. */
export interface StandingTrialOptions {
  readonly checks: readonly StandingCheck[];
  readonly history: RunContext['history'];
  readonly target: Parameters<typeof mend>[2];
  readonly retrials: Retrials;
}

/**
 * Checks a standing rule again on `cases` that were recorded, as they would have been with repaired answers, and by what was seen while active rules ran
 * with the same repairs. Sends nothing. It holds when something exercised it, and nothing is broken or left undecided.
 */
export function standingTrial(
  { id: rule, level }: Pick<Rule, 'id' | 'level'>,
  cases: readonly (readonly Exchange[])[],
  { checks, history, target, retrials }: StandingTrialOptions,
): RuleTrial {
  const judgeAll = async (repairs: readonly Repair[]): Promise<TrialResult> => {
    const mended = cases.map((exchanges) => exchanges.map((exchange) => mend(exchange, repairs, target)));
    const seen = mended.map((exchanges) => ({ exchanges, ...standingIn(checks, rule, history(exchanges)) }));
    const judged = seen.filter((one) => one.judged);
    const exercising = repairs.length === 0 ? [] : retrials.exercising(rule, repairs);
    const again = repairs.length === 0 ? undefined : retrials.under(repairs).ledger.entry(rule);
    const breaks = level !== 'should';
    const isSpoilt = (breaks && again?.violation !== undefined) || again?.undecidedBy !== undefined;
    return {
      holds:
        (judged.length > 0 || exercising.length > 0) &&
        !isSpoilt &&
        seen.every(({ broken, undecided }) => !(breaks && broken !== undefined) && !undecided),
      acted: new Set([
        ...judged.flatMap(({ exchanges }) => repairsIn(exchanges)),
        ...exercising.flatMap(({ acted }) => [...acted]),
      ]),
    };
  };
  return { once: judgeAll, again: judgeAll };
}

function repairsIn(exchanges: readonly Exchange[]): readonly string[] {
  return exchanges.flatMap(({ repaired }) => repaired?.repairs ?? []);
}
