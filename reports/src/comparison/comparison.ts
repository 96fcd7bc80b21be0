import type { ChangeKind, Comparison, ResultDocument, RuleChange, RuleRecord } from '@gateproof/harness';
import { fitting } from '../markdown/fitting.ts';
import { code, foldedBlock } from '../markdown/markup.ts';
import { counted } from '../text/cut-text.ts';
import { cutToWidth } from '../text/fit-text.ts';
import { type Style, styleFor } from '../text/style.ts';
import { targetName } from '../text/target-name.ts';
import { visibleText } from '../text/visible-text.ts';

/** Two results and what changed between them. */
export interface ComparedResults {
  readonly before: ResultDocument;
  readonly after: ResultDocument;
  readonly comparison: Comparison;
}

export interface ComparisonLayout {
  readonly style: Style;
  /** Columns of the terminal. */
  readonly width: number;
}

const titles: Readonly<
  Record<ChangeKind, readonly [mark: string, paint: 'red' | 'yellow' | 'green' | 'dim', text: string]>
> = {
  broken: ['✗', 'red', 'broken now'],
  lost: ['?', 'red', 'kept before, and not tested any more'],
  unseen: ['?', 'red', 'broken before, and not tested any more'],
  seen: ['✗', 'yellow', 'seen to be broken now, and not tested before'],
  fixed: ['✓', 'green', 'fixed'],
  decided: ['✓', 'green', 'tested now, and kept'],
  warns: ['!', 'yellow', 'that warn now'],
  warned: ['✓', 'green', 'that do not warn any more'],
  new: ['+', 'dim', 'that only the second result has'],
  gone: ['–', 'dim', 'that only the first result has'],
};

const meanings = {
  0: 'no rule became broken',
  1: 'a rule became broken',
  3: 'no rule became broken, but some are not tested any more',
} as const;

/** GitHub refuses a longer comment. */
const maxCharacters = 65_536;

/** What changed, for people: both runs, the changes by kind with the verdicts before and after, and the exit code. */
export function renderComparison({ before, after, comparison }: ComparedResults, layout: ComparisonLayout): string {
  const { style } = layout;
  const paint = comparison.exitCode === 0 ? style.green : style.red;
  const blocks = [
    [`Before: ${runLine(before)}`, `After: ${runLine(after)}`].map((line) => cutToWidth(line, layout.width)),
    ...sections(comparison, layout).map(({ title, lines }) => [title, ...lines.map((line) => `  ${line}`)]),
    [paint(lastLine(comparison))],
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** The same for a comment, at most 65,536 characters; changes that do not fit are counted. */
export function renderComparisonMarkdown({ before, after, comparison }: ComparedResults): string {
  const head = [
    `## ${comparison.exitCode === 0 ? '✅' : '❌'} Gateproof: ${lastLine(comparison)}`,
    `Before: ${code(runLine(before))}<br>After: ${code(runLine(after))}`,
  ];
  const parts = sections(comparison, { style: styleFor(false), width: 100 });
  const room = Math.floor((maxCharacters - head.join('').length) / Math.max(1, parts.length)) - 200;
  const folds = parts.map(({ title, lines }) =>
    foldedBlock(
      title,
      fitting(lines, room, (left) => `… ${counted(left, 'more rule')}`),
    ),
  );
  return `${[...head, ...folds].join('\n\n')}\n`;
}

function runLine({ target, run, tool }: ResultDocument): string {
  return visibleText(
    `${targetName(target)}, ${run.startedAt}, seed ${run.seed}, effort ${run.effort}, Gateproof ${tool.version}`,
  );
}

function sections({ changes }: Comparison, layout: ComparisonLayout): { title: string; lines: string[] }[] {
  return [...Map.groupBy(changes, ({ kind }) => kind)].map(([kind, members]) => {
    const [mark, paint, text] = titles[kind];
    const title = layout.style[paint](`${mark} ${counted(members.length, 'rule')} ${text}`);
    return { title, lines: members.map((change) => changeLine(change, layout)) };
  });
}

/** `stream.done  pass → fail  the stream ended without it`. */
function changeLine({ rule, before, after }: RuleChange, { style, width }: ComparisonLayout): string {
  const verdicts = [before, after].flatMap((record) => (record === undefined ? [] : [verdictOf(record)])).join(' → ');
  const head = `${rule}  ${verdicts}`;
  const room = width - head.length - 4;
  const seen = after?.failure?.observed ?? after?.reason;
  return seen === undefined || room < 10 ? head : `${head}  ${style.dim(cutToWidth(visibleText(seen), room))}`;
}

function verdictOf({ verdict, known }: RuleRecord): string {
  return known === undefined ? verdict : `${known.verdict} (known)`;
}

function lastLine({ changes, common, exitCode }: Comparison): string {
  const changed = changes.filter(({ kind }) => kind !== 'new' && kind !== 'gone').length;
  return `${changed} of ${counted(common, 'rule')} changed · exit ${exitCode}: ${meanings[exitCode]}`;
}
