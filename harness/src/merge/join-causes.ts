import type { Exchange } from '../exchange/exchange.ts';
import type { ResultDocument } from '../result/result-document.ts';
import type { DecidedRule } from '../run/decided-rule.ts';
import type { FoundCause } from '../run/found-cause.ts';
import { missingFeatures } from '../run/missing-features.ts';
import type { PartsEvidence } from './evidence-of-parts.ts';

/**
 * The causes of all shards. Features are looked for anew, among the rules of all of them; a repair was measured where its rules ran, and explains there what no
 * missing feature does.
 */
export function joinCauses(
  parts: readonly ResultDocument[],
  settled: readonly DecidedRule[],
  { standing, exchangesOf }: PartsEvidence,
): readonly FoundCause[] {
  const measured = measuredCauses(parts, (id) => exchangesOf([id])[0]);
  const lasting = measured.filter(({ kind }) => kind === 'missing-feature');
  const unserved = new Set(lasting.flatMap(({ rules }) => rules));
  const open = settled.filter(({ rule, causedBy }) => causedBy === undefined && !unserved.has(rule.id));
  const features = missingFeatures(open, standing);
  const explained = new Set([...unserved, ...features.flatMap(({ rules }) => rules)]);
  const repairs = measured
    .filter(({ kind }) => kind === 'repair')
    .map((cause) => ({ ...cause, rules: cause.rules.filter((rule) => !explained.has(rule)) }));
  return [...lasting, ...features, ...repairs].filter(({ rules }) => rules.length > 0);
}

/** Those that only the run itself can find, by what it sent: the repairs, and the requests that were never served. */
function measuredCauses(
  parts: readonly ResultDocument[],
  exchangeOf: (id: string) => Exchange | undefined,
): readonly FoundCause[] {
  const found = new Map<string, FoundCause>();
  for (const { summary, rules } of parts)
    for (const { id, kind, sentence, rule, exchange, proved } of summary.causes) {
      if (kind === 'rule' || kind === 'crash' || (kind === 'missing-feature' && !id.startsWith('lasting-'))) continue;
      const before = found.get(id);
      const folded = rules.filter(({ causedBy }) => causedBy === id).map((record) => record.rule);
      found.set(id, {
        ...{ id, kind, sentence },
        ...(rule === undefined ? {} : { rule }),
        proved: proved && (before?.proved ?? true),
        shownBy: before?.shownBy ?? (exchange === undefined ? undefined : exchangeOf(exchange)),
        rules: [...new Set([...(before?.rules ?? []), ...folded])],
      });
    }
  return [...found.values()];
}
