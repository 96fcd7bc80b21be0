import type { Exchange } from '../exchange/exchange.ts';
import type { ResultDocument } from '../result/result-document.ts';
import type { DecidedRule } from '../run/decided-rule.ts';
import { causeOfRules, type FoundCause } from '../run/found-cause.ts';
import { missingFeatures, missingRoutes } from '../run/missing-features.ts';
import type { PartsEvidence } from './evidence-of-parts.ts';

/**
 * The causes of all shards. A repair was measured where its rules ran: it explains those of them that are not blocked by a rule that it does not turn. Features are looked
 * for again, among the other rules of all shards.
 */
export function joinCauses(
  parts: readonly ResultDocument[],
  settled: readonly DecidedRule[],
  { standing, exchangesOf }: PartsEvidence,
): readonly FoundCause[] {
  const measured = measuredCauses(parts, (id) => exchangesOf([id])[0]);
  const lasting = measured.filter(({ kind }) => kind === 'missing-feature');
  const unserved = new Set(lasting.flatMap(({ rules }) => rules));
  const blockers = new Map(settled.map(({ rule, decision }) => [rule.id, decision.blockedBy]));
  const repairs = measured
    .filter(({ kind }) => kind === 'repair')
    .map((cause) => ({ ...cause, rules: unblocked(cause.rules, blockers) }));
  const open = settled.filter(({ rule, causedBy }) => causedBy === undefined && !unserved.has(rule.id));
  const routes = missingRoutes(open, standing);
  const explained = causeOfRules([...routes, ...repairs]);
  const features = missingFeatures(
    open.map((entry) => {
      const causedBy = explained.get(entry.rule.id);
      return causedBy === undefined ? entry : { ...entry, causedBy };
    }),
    standing,
  );
  return [...lasting, ...routes, ...repairs, ...features].filter(({ rules }) => rules.length > 0);
}

function unblocked(rules: readonly string[], blockers: ReadonlyMap<string, string | undefined>): readonly string[] {
  const left = rules.filter((rule) => {
    const blockedBy = blockers.get(rule);
    return blockedBy === undefined || rules.includes(blockedBy);
  });
  return left.length === rules.length ? left : unblocked(left, blockers);
}

/** Those that only the run itself can find, by what it sent: the repairs, and the requests that were never served. */
function measuredCauses(
  parts: readonly ResultDocument[],
  exchangeOf: (id: string) => Exchange | undefined,
): readonly FoundCause[] {
  const found = new Map<string, FoundCause>();
  for (const { summary, rules } of parts)
    for (const { id, kind, sentence, harm, rule, exchange, proved, folded: turned } of summary.causes) {
      if (kind === 'rule' || kind === 'crash' || (kind === 'missing-feature' && !id.startsWith('lasting-'))) continue;
      const before = found.get(id);
      const folded = proved ? turned : rules.filter(({ causedBy }) => causedBy === id).map((record) => record.rule);
      found.set(id, {
        id,
        kind,
        sentence,
        harm,
        ...(rule === undefined ? {} : { rule }),
        proved: proved && (before?.proved ?? true),
        shownBy: before?.shownBy ?? (exchange === undefined ? undefined : exchangeOf(exchange)),
        rules: [...new Set([...(before?.rules ?? []), ...folded])],
      });
    }
  return [...found.values()];
}
