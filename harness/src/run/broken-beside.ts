import type { History, StandingCheck } from '../check/check.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { DecidedRule } from './decided-rule.ts';
import { judge } from './standing-ledger.ts';

/**
 * Names beside each failed active rule the failed standing rules (the status of a code, say) that the exchanges which show its failure break as
 * well. That is no cause: the rule may stay broken when they are mended.
 */
export function withBrokenBeside(
  decided: readonly DecidedRule[],
  checks: readonly StandingCheck[],
  history: (exchanges: readonly Exchange[]) => History,
): DecidedRule[] {
  const failed = decided.filter(({ rule, decision }) => rule.kind === 'standing' && decision.verdict === 'fail');
  const standing = new Set(failed.map(({ rule }) => rule.id));
  return decided.map((entry) => {
    if (entry.rule.kind !== 'active' || entry.decision.verdict !== 'fail' || standing.size === 0) return entry;
    const beside = brokenBeside(entry, standing, checks, history);
    return beside.length === 0 ? entry : { ...entry, beside };
  });
}

function brokenBeside(
  { broken }: DecidedRule,
  standing: ReadonlySet<string>,
  checks: readonly StandingCheck[],
  history: (exchanges: readonly Exchange[]) => History,
): readonly string[] {
  const shownBy = new Set(broken?.finding.exchanges ?? []);
  if (broken === undefined || shownBy.size === 0) return [];
  const found = new Set<string>();
  for (const judgement of judge(checks, history(broken.exchanges))) {
    const isBreak = judgement.finding !== undefined && judgement.caution !== true && standing.has(judgement.rule);
    if (isBreak && judgement.exchanges.some((id) => shownBy.has(id))) found.add(judgement.rule);
  }
  return [...found];
}
