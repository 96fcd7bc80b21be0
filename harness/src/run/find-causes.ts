import type { Exchange } from '../exchange/exchange.ts';
import type { RouteName } from '../exchange/route-of.ts';
import { allRepairs } from '../repair/all-repairs.ts';
import { mend } from '../repair/mend.ts';
import { casesOf } from './cases-of.ts';
import type { DecidedRule } from './decided-rule.ts';
import { evidenceOf, mayFollow } from './evidence-of.ts';
import { causeOfRules, type FoundCause } from './found-cause.ts';
import { lastingCauses } from './lasting-causes.ts';
import { measureRepairs } from './measure-repairs.ts';
import { missingFeatures, missingRoutes } from './missing-features.ts';
import type { ResolvedRunOptions } from './resolve-run-options.ts';
import { Retrials } from './retrials.ts';
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
 * Finds what the red rules have in common: requests that are never served, breaks of the answers that the harness can repair, features that the target does not have, and
 * symptoms that many of the rest show. Repairs are measured, so what they explain is explained: the rules are run again with repaired answers, for a quarter of the run's limit at
 * most. Only the rules that were asked for are run again; default: all.
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
  const served = open.filter(
    ({ rule, decision: { blockedBy = rule.id } }) => !unserved.has(rule.id) && !unserved.has(blockedBy),
  );
  const suspects = served.filter((entry) => mayFollow(entry) && asked.has(entry.rule.id));
  if (suspects.length > 0) options.listener?.onCauses?.(suspects.length);
  const repaired = await measured(suspects, { decided, options, run });
  const hasAccepted = (route: RouteName) => run.log.hasAccepted(route);
  const routes = missingRoutes(served, run.standing, hasAccepted);
  const missing = missingFeatures(withCauses(served, [...routes, ...repaired]), run.standing, hasAccepted);
  const found = [...lasting, ...silences(run, lasting), ...routes, ...repaired, ...missing];
  const symptoms = sharedSymptoms(notIn(open, found), options.suite.symptoms ?? []);
  const causes = [...found, ...symptoms];
  return { decided: withCauses(decided, causes), causes };
}

interface Trials {
  readonly decided: readonly DecidedRule[];
  readonly options: ResolvedRunOptions;
  readonly run: SuiteRun;
}

function measured(suspects: readonly DecidedRule[], trials: Trials): Promise<readonly FoundCause[]> {
  const { options, run } = trials;
  run.divideTime(
    suspects.map(({ rule }) => rule),
    { mostMs: options.runLimitMs * share },
  );
  const standing = options.suite.standing.flatMap(({ rules }) => rules);
  const retrials = new Retrials(options.suite.standing, new Set(standing));
  return measureRepairs(suspects, {
    repairs: allRepairs,
    target: options.target.record,
    concurrency: options.concurrency,
    trialOf: (entry) => trialOf(entry, trials, retrials),
    whereabouts: (fix) => run.breaks.whereabouts(fix),
  });
}

/** What is not asked any more because it gets no answer: the rules that need it are blocked by it already. */
function silences(run: SuiteRun, lasting: readonly FoundCause[]): readonly FoundCause[] {
  const others = run.silences.filter(({ id }) => !lasting.some((cause) => cause.id === id));
  return others.map(({ id, sentence, exchange }) => ({
    id,
    kind: 'missing-feature',
    sentence,
    harm: 'shape',
    proved: false,
    shownBy: exchange,
    rules: [],
  }));
}

function notIn(decided: readonly DecidedRule[], causes: readonly FoundCause[]): readonly DecidedRule[] {
  const folded = causeOfRules(causes);
  return decided.filter(({ rule }) => !folded.has(rule.id));
}

/** A blocked rule folds where the rule that blocks it does. */
function withCauses(decided: readonly DecidedRule[], causes: readonly FoundCause[]): readonly DecidedRule[] {
  const causeOf = causeOfRules(causes);
  return decided.map((entry) => {
    const causedBy = causeOf.get(entry.decision.blockedBy ?? '') ?? causeOf.get(entry.rule.id);
    return causedBy === undefined ? entry : { ...entry, causedBy };
  });
}

/** How a red rule can be judged again: one whose case no repair changes can't. */
function trialOf(entry: DecidedRule, { decided, options, run }: Trials, retrials: Retrials): RuleTrial | undefined {
  const { rule } = entry;
  const { suite, target } = options;
  if (rule.kind === 'standing') {
    const seen = run.standing.entry(rule.id);
    const recorded = [...(seen?.breaks.values() ?? []), ...(seen?.undecided.values() ?? [])];
    // What never exercised a rule may do so in another form.
    const others = () => [...decided.map(evidenceOf), ...run.breaks.samples().map((one) => [one])];
    const cases = recorded.length > 0 ? [...recorded, evidenceOf(entry)] : others();
    return standingTrial(rule, cases, {
      checks: suite.standing,
      history: run.history,
      target: target.record,
      retrials,
    });
  }
  // What a budget allows was given to the rules; a clock that others share may not be moved while they run.
  const mayRun = target.budget === undefined && !(target.clockScope === 'target' && rule.needs.includes('clock'));
  const isMended = (exchange: Exchange) => mend(exchange, allRepairs, target.record) !== exchange;
  const checkOf = (id: string) => suite.checks.find((one) => one.rule === id);
  const check = checkOf(rule.id);
  if (check === undefined || !mayRun || !evidenceOf(entry).some(isMended)) return undefined;
  return activeTrial(entry, {
    check,
    shownBy: checkOf(entry.broken?.check ?? rule.id) ?? check,
    context: run.begin(rule),
    casesOf: (one) => casesOf(one, options.effort),
    retrials,
  });
}
