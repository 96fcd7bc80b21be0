import type { ResultDocument, RuleRecord } from '@gateproof/harness';
import { counted } from '../text/cut-text.ts';
import type { Style } from '../text/style.ts';
import { visibleText } from '../text/visible-text.ts';

const maxNamed = 6;

/** Rules that were not applicable, counted by what is missing: capabilities first, then other reasons. */
export function notApplicableLines(document: ResultDocument, style: Style): string[] {
  const groups = groupNotApplicable(document);
  if (groups.length === 0) return [];
  const lines = groups.map(({ why, records }) => {
    const names = records.slice(0, maxNamed).map(({ rule }) => rule);
    const more = records.length > maxNamed ? [`${records.length - maxNamed} more`] : [];
    return style.dim(`  ${visibleText(why)}: ${counted(records.length, 'rule')} (${[...names, ...more].join(', ')})`);
  });
  return [style.dim('Not applicable to this target:'), ...lines];
}

/** Not-applicable rules under the capabilities that they miss, or under their reason. */
export function groupNotApplicable(document: ResultDocument): { why: string; records: RuleRecord[] }[] {
  const records = document.rules.filter(({ verdict }) => verdict === 'not-applicable');
  const why = ({ missing, reason }: RuleRecord): string =>
    missing === undefined || missing.length === 0 ? (reason ?? 'no reason recorded') : `needs ${missing.join(', ')}`;
  const groups = [...Map.groupBy(records, why)].map(([reason, found]) => ({ why: reason, records: found }));
  return groups.sort((a, b) => Number(b.why.startsWith('needs ')) - Number(a.why.startsWith('needs ')));
}
