import type { ResultDocument, Verdict } from '@gateproof/harness';
import type { Style } from '../text/style.ts';
import { verdictLooks, verdictOrder } from '../text/verdict-look.ts';

/** How many rules of one area have each verdict. */
export interface AreaCounts {
  readonly area: string;
  readonly total: number;
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>;
}

/** Counts by area, in catalogue order. */
export function countByArea(document: ResultDocument): AreaCounts[] {
  const areas = Map.groupBy(document.rules, (record) => record.area);
  return [...areas].map(([area, records]) => {
    const verdicts: Partial<Record<Verdict, number>> = {};
    for (const { verdict } of records) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    return { area, total: records.length, verdicts };
  });
}

/** Verdicts that occurred at all, in the order in which reports name them, `pass` first. */
export function occurringVerdicts(document: ResultDocument): Verdict[] {
  const order = ['pass' as const, ...verdictOrder.filter((verdict) => verdict !== 'pass')];
  return order.filter((verdict) => document.rules.some((record) => record.verdict === verdict));
}

/** A compact table: one line per area, one column per verdict that occurred; zeros are dots. */
export function areaTable(document: ResultDocument, style: Style): string[] {
  const columns = occurringVerdicts(document);
  const counts = countByArea(document);
  const areaWidth = Math.max(4, ...counts.map(({ area }) => area.length));
  const headings = ['rules', ...columns];
  const head = `${'area'.padEnd(areaWidth)}  ${headings.join('  ')}`;
  const rows = counts.map((row) => {
    const cells = columns.map((verdict) => cell(row.verdicts[verdict] ?? 0, verdict, style));
    return `${row.area.padEnd(areaWidth)}  ${String(row.total).padStart(5)}  ${cells.join('  ')}`;
  });
  return [style.dim(head), ...rows];
}

function cell(count: number, verdict: Verdict, style: Style): string {
  const width = verdict.length;
  return count === 0
    ? style.dim('·'.padStart(width))
    : verdictLooks[verdict].paint(style)(String(count).padStart(width));
}
