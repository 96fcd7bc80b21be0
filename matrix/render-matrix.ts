import { isFine } from './judge-run.ts';
import { exactSeeds, isExact, type KeptRow, type Scope } from './kept-row.ts';
import { areaOf } from './sample-by-area.ts';

/** What there is to run: ids of deviations and of variations. */
export interface Entries {
  readonly deviations: readonly string[];
  readonly variations: readonly string[];
}

interface Tally {
  readonly area: string;
  readonly all: number;
  readonly kept: readonly KeptRow[];
}

const mostShown = 6;
const shown = (ids: readonly string[]) =>
  ids.length > mostShown ? `${ids.slice(0, mostShown).join(', ')} and ${ids.length - mostShown} more` : ids.join(', ');
const isOfVariation = ({ outcome }: KeptRow) => outcome === 'allowed' || outcome === 'false positive';
const count = (rows: readonly KeptRow[], outcome: string) => rows.filter((row) => row.outcome === outcome).length;

/** The page docs/kill-matrix.md, from the rows that are kept. */
export function renderMatrix(rows: readonly KeptRow[], { deviations, variations }: Entries): string {
  const ofDeviations = rows.filter((row) => !isOfVariation(row));
  const ofVariations = rows.filter(isOfVariation);
  const before = (scope: Scope) => ofDeviations.filter((row) => row.scope === scope).length;
  return `# The kill matrix

Every deviation is a named way for the simulator to break one rule, and must be killed by that rule. Every variation is a named way to differ inside a freedom,
and must turn nothing red. This page sums up the newest row of each; [rows.tsv](../matrix/rows.tsv) has them all, with the rules that failed and the
commit that the row was run on. Rows of ${exactSeeds} seeds before
the whole suite (\`--seeds ${exactSeeds}\`) are exact: any other red rule is a difference to read. For the others [side-effects.tsv](../matrix/side-effects.tsv) estimates which further
rules may fail.

| | |
|---|---|
| deviations | ${deviations.length} |
| killed by the rule that they break | ${count(ofDeviations, 'killed')} |
| survived | ${ofDeviations.length - count(ofDeviations, 'killed')} |
| not run yet | ${deviations.length - ofDeviations.length} |
| exact: red rules known with ${exactSeeds} seeds | ${ofDeviations.filter(isExact).length} |
| variations | ${variations.length} |
| nothing turned red | ${count(ofVariations, 'allowed')} |
| a rule turned red | ${ofVariations.length - count(ofVariations, 'allowed')} |
| not run yet, but in mixes | ${variations.length - ofVariations.length} |

Of the deviations ${before('suite')} were run before the whole suite, ${before('area')} before the area of their rule (\`--focus\`) and ${before('rule')} before their rule alone (\`--own\`);
variations before the whole suite, alone and in mixes (\`npm run mixes\`).

## Survivors, and rules that turned red without need

${oddities(rows)}

## By area

| Area | Deviations | Killed | Survived | Not run yet |
|---|---|---|---|---|
${tallies(ofDeviations, deviations).map(rowOf).join('\n')}

## By commit

Rows are run again when a check that they meet has changed, and in the samples that CI draws.

| Commit | Rows |
|---|---|
${[...Map.groupBy(rows, ({ commit }) => commit)].map(([commit, its]) => `| ${commit} | ${its.length} |`).join('\n')}

## To make it again

\`\`\`sh
npm run matrix -- --workers 2 --quick --seeds 3 --json rows.json     # all of it takes hours; --only, --sample, --own and --focus make it shorter
npm run matrix:table rows.json                                       # takes its rows into matrix/rows.tsv and writes this page
\`\`\`

With \`--quick\` a run has a third of the cases, four of each rule at least, and all of them where the deviation survives that.
`;
}

function oddities(rows: readonly KeptRow[]): string {
  const lines = rows
    .filter((row) => !isFine(row))
    .map(
      ({ id, outcome, unexpected }) =>
        `- \`${id}\`: ${outcome}${unexpected.length > 0 ? ` (${shown(unexpected)})` : ''}`,
    );
  return lines.length === 0 ? 'None.' : lines.join('\n');
}

function tallies(rows: readonly KeptRow[], ids: readonly string[]): readonly Tally[] {
  const byArea = Map.groupBy(rows, ({ id }) => areaOf(id));
  return [...Map.groupBy(ids, areaOf)]
    .map(([area, its]) => ({ area, all: its.length, kept: byArea.get(area) ?? [] }))
    .sort((one, other) => (one.area < other.area ? -1 : 1));
}

function rowOf({ area, all, kept }: Tally): string {
  const killed = count(kept, 'killed');
  return `| ${area} | ${all} | ${killed} | ${kept.length - killed} | ${all - kept.length} |`;
}
