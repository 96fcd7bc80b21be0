import type { ResultDocument, RuleRecord } from '@gateproof/harness';
import { capped } from '../text/capped.ts';
import { counted } from '../text/cut-text.ts';
import { wrapped } from '../text/fit-text.ts';
import { indented } from '../text/labelled.ts';
import type { Page } from '../text/page.ts';
import { ruleNames } from '../text/rule-names.ts';
import { verdictLooks } from '../text/verdict-look.ts';
import { visibleText } from '../text/visible-text.ts';

const maxNamed = 4;
const maxLines = 3;
const indent = 2;

/** Rules that could not be tested, inconclusive ones before blocked ones, each reason once. What folds under a cause is left to it. */
export function undecidedLines(document: ResultDocument, page: Page): string[] {
  const belowCauses = new Set(document.summary.causes.flatMap(({ folded, waiting }) => [...folded, ...waiting]));
  const undecided = (['inconclusive', 'blocked'] as const).flatMap((verdict) =>
    document.rules.filter((record) => record.verdict === verdict && !belowCauses.has(record.rule)),
  );
  if (undecided.length === 0) return [];
  const groups = [...Map.groupBy(undecided, (record) => `${record.verdict}: ${reasonOf(record)}`).values()];
  return [
    page.style.bold(`${counted(undecided.length, 'rule')} could not be tested`),
    ...capped(groups, 'reason', page, (records) => groupLines(records, document.rules.length, page)),
  ];
}

function groupLines(records: readonly RuleRecord[], all: number, page: Page): string[] {
  const [first] = records;
  if (first === undefined) return [];
  const { mark, paint } = verdictLooks[first.verdict];
  const text = `${mark} ${counted(records.length, 'rule')} ${first.verdict}: ${reasonOf(first)}`;
  const lines = wrapped(visibleText(text), page.width - indent, maxLines);
  // What holds for every rule needs no list of them.
  const isAll = records.length === all && all > 1;
  const names = ruleNames(
    records.map(({ rule }) => rule),
    page.verbose ? records.length : maxNamed,
  );
  return [
    ...lines.map((line, index) => (index === 0 ? paint(page.style)(line) : `${' '.repeat(indent)}${line}`)),
    ...(isAll ? [] : indented(wrapped(names, page.width - indent), indent).map(page.style.dim)),
  ];
}

function reasonOf({ verdict, reason, blockedBy }: RuleRecord): string {
  if (reason !== undefined) return reason;
  return verdict === 'blocked' ? `${blockedBy ?? 'the target'} is broken` : 'its precondition never arose';
}
