import type { Exchange } from '../exchange/exchange.ts';
import type { DecidedRule } from './decided-rule.ts';
import type { StandingSource } from './standing-source.ts';

const maxWitnesses = 4;

/**
 * The few exchanges that show a verdict, all of them kept in the result document: of a pass the end of the first case that held, of a warning
 * the case that it was seen in, of what could not be decided the step that failed. A failure names its exchanges itself.
 */
export function witnessesOf(decided: DecidedRule, standing: StandingSource | undefined): readonly Exchange[] {
  return exchangesBehind(decided, standing).slice(-maxWitnesses);
}

function exchangesBehind(
  { rule, decision, report, broken }: DecidedRule,
  standing: StandingSource | undefined,
): readonly Exchange[] {
  const entry = standing?.entry(rule.id);
  switch (decision.verdict) {
    case 'pass':
      return report?.witnesses ?? entry?.witnesses ?? [];
    case 'warn':
      return broken?.exchanges ?? report?.caution?.exchanges ?? entry?.caution?.exchanges ?? [];
    case 'inconclusive':
    case 'blocked':
      return report?.setupFailure?.exchanges ?? [];
    default:
      return [];
  }
}
