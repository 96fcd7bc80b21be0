import type { History, StandingCheck } from '../check/check.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { DecidedRule } from './decided-rule.ts';
import { judge } from './standing-ledger.ts';

/**
 * Names the more basic cause of failures: a rule whose smallest case is shown by an exchange that also breaks a standing rule (a wrong status
 * for a code, say) is red because of that one. Of several, the standing rule that explains the most is named.
 *
 * @returns for each rule that has one, its cause
 */
export function explainFailures(
  decided: readonly DecidedRule[],
  checks: readonly StandingCheck[],
  history: (exchanges: readonly Exchange[]) => History,
): ReadonlyMap<string, string> {
  const failed = decided.filter(({ decision }) => decision.verdict === 'fail');
  const basic = new Set(failed.filter(({ rule }) => rule.kind === 'standing').map(({ rule }) => rule.id));
  if (basic.size === 0) return new Map();
  const candidates = new Map(
    failed
      .filter(({ rule }) => rule.kind === 'active')
      .map((entry) => [entry.rule.id, brokenBeside(entry, basic, checks, history)] as const),
  );
  const count = (id: string) => [...candidates.values()].filter((ids) => ids.has(id)).length;
  const byReach = [...basic].sort((one, other) => count(other) - count(one));
  return new Map(
    [...candidates].flatMap(([rule, ids]) => {
      const cause = byReach.find((id) => ids.has(id));
      return cause === undefined ? [] : [[rule, cause] as const];
    }),
  );
}

/** The standing rules that the exchanges which show the failure break as well. */
function brokenBeside(
  { broken }: DecidedRule,
  basic: ReadonlySet<string>,
  checks: readonly StandingCheck[],
  history: (exchanges: readonly Exchange[]) => History,
): ReadonlySet<string> {
  const found = new Set<string>();
  const shownBy = new Set(broken?.finding.exchanges ?? []);
  if (broken === undefined || shownBy.size === 0) return found;
  for (const judgement of judge(checks, history(broken.exchanges))) {
    const isBreak = judgement.finding !== undefined && judgement.caution !== true && basic.has(judgement.rule);
    if (isBreak && judgement.exchanges.some((id) => shownBy.has(id))) found.add(judgement.rule);
  }
  return found;
}
