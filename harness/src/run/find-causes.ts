import type { Exchange } from '../exchange/exchange.ts';
import { allRepairs } from '../repair/all-repairs.ts';
import { mend } from '../repair/mend.ts';
import type { DecidedRule } from './decided-rule.ts';
import { evidenceOf, mayFollow } from './evidence-of.ts';
import type { FoundCause } from './found-cause.ts';
import { lastingCauses } from './lasting-causes.ts';
import { measureRepairs } from './measure-repairs.ts';
import { missingFeatures } from './missing-features.ts';
import type { ResolvedRunOptions } from './resolve-run-options.ts';
import { activeTrial, type RuleTrial, standingTrial } from './rule-trial.ts';
import { sharedSymptoms } from './shared-symptoms.ts';
import type { SuiteRun } from './suite-run.ts';

/** The part of a run's time that may go into judging rules again. */
const share = 1 / 4;

/** Decided rules with the causes that the red ones fold under. */
export interface Explained {
  readonly decided: readonly DecidedRule[];
  readonly causes: readonly FoundCause[];
}

/**
 * Finds what the red rules have in common: requests that are never served, a feature that the target does not have, breaks of its answers that the harness can repair, and symptoms that many of the rest show. Repairs are
 * measured: the rules are run again with repaired answers, for a quarter of the run's limit at most. Only the rules that were asked for are run again;
 * default: all.
 */
export async function findCauses(
  decided: readonly DecidedRule[],
  options: ResolvedRunOptions,
  run: SuiteRun,
  asked: ReadonlySet<string> = new Set(decided.map(({ rule }) => rule.id)),
): Promise<Explained> {
  const open = decided.filter(({ causedBy }) => causedBy === undefined);
  const lasting = lastingCauses(open, run.log);
  const unserved = new Set(lasting.flatMap(({ rules }) => rules));
  const served = open.filter(({ rule }) => !unserved.has(rule.id));
  const missing = [...lasting, ...silences(run, lasting), ...missingFeatures(served, run.standing)];
  const explained = new Set(missing.flatMap(({ rules }) => rules));
  // What waits for a rule that is explained folds with it.
  const isExplained = ({ rule, decision: { blockedBy = rule.id } }: DecidedRule) =>
    explained.has(rule.id) || explained.has(blockedBy);
  const isSuspect = (entry: DecidedRule) => mayFollow(entry) && asked.has(entry.rule.id) && !isExplained(entry);
  const suspects = open.filter(isSuspect);
  run.divideTime(
    suspects.map(({ rule }) => rule),
    { mostMs: options.runLimitMs * share },
  );
  if (suspects.length > 0) options.listener?.onCauses?.(suspects.length);
  const trials = { decided, options, run };
  const repaired = await measureRepairs(suspects, {
    repairs: allRepairs,
    target: options.target.record,
    concurrency: options.concurrency,
    trialOf: (entry) => trialOf(entry, trials),
  });
  const found = [...missing, ...repaired];
  const symptoms = sharedSymptoms(notIn(open, found), options.suite.symptoms ?? []);
  const causes = [...found, ...symptoms];
  return { decided: withCauses(decided, causes), causes };
}

/** What is not asked any more because it gets no answer: the rules that need it are blocked by it already. */
function silences(run: SuiteRun, lasting: readonly FoundCause[]): readonly FoundCause[] {
  const others = run.silences.filter(({ id }) => !lasting.some((cause) => cause.id === id));
  return others.map(({ id, sentence, exchange }) => ({
    ...{ id, kind: 'missing-feature', sentence, proved: false, shownBy: exchange, rules: [] },
  }));
}

function notIn(decided: readonly DecidedRule[], causes: readonly FoundCause[]): readonly DecidedRule[] {
  const folded = new Set(causes.flatMap(({ rules }) => rules));
  return decided.filter(({ rule }) => !folded.has(rule.id));
}

function withCauses(decided: readonly DecidedRule[], causes: readonly FoundCause[]): readonly DecidedRule[] {
  const causeOf = new Map(causes.flatMap(({ id, rules }) => rules.map((rule) => [rule, id] as const)));
  return decided.map((entry) => {
    const causedBy = causeOf.get(entry.rule.id);
    return causedBy === undefined ? entry : { ...entry, causedBy };
  });
}

interface Trials {
  readonly decided: readonly DecidedRule[];
  readonly options: ResolvedRunOptions;
  readonly run: SuiteRun;
}

/** How a red rule can be judged again: one whose case no repair changes can't. */
function trialOf(entry: DecidedRule, { decided, options, run }: Trials): RuleTrial | undefined {
  const { rule } = entry;
  const { suite, target } = options;
  if (rule.kind === 'standing') {
    const breaks = [...(run.standing.entry(rule.id)?.breaks.values() ?? [])];
    const cases = breaks.length > 0 ? [...breaks, evidenceOf(entry)] : decided.map(evidenceOf);
    return standingTrial(rule.id, cases, suite.standing, { history: run.history, target: target.record });
  }
  // What a budget allows was given to the rules; a clock that others share may not be moved while they run.
  const mayRun = target.budget === undefined && !(target.clockScope === 'target' && rule.needs.includes('clock'));
  const isMended = (exchange: Exchange) => mend(exchange, allRepairs, target.record) !== exchange;
  const check = suite.checks.find((one) => one.rule === rule.id);
  if (check === undefined || !mayRun || !evidenceOf(entry).some(isMended)) return undefined;
  return activeTrial(entry, check, run.begin(rule));
}
