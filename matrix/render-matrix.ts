import { isFine } from './judge-run.ts';
import { exactSeeds, isExact, type KeptRow, type Scope } from './kept-row.ts';
import type { MatrixEntry } from './matrix-entry.ts';
import { areaOf } from './sample-by-area.ts';

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
export function renderMatrix(rows: readonly KeptRow[], entries: readonly Pick<MatrixEntry, 'id' | 'breaks'>[]): string {
  const [variations = [], deviations = []] = [false, true].map((breaks) =>
    entries.filter((entry) => (entry.breaks !== undefined) === breaks).map(({ id }) => id),
  );
  const ofDeviations = rows.filter((row) => !isOfVariation(row));
  const ofVariations = rows.filter(isOfVariation);
  const before = (scope: Scope) => ofDeviations.filter((row) => row.scope === scope).length;
  return `# The kill matrix

Every deviation is a named way for the simulator to break one rule, and must be killed by that rule. Every variation is a named way to differ inside a freedom,
and must turn nothing red. This page sums up [rows.tsv](../matrix/rows.tsv), a generated snapshot: for each of them what became of it and on which commit, and
which rules turned red, always or with some seeds, when so much of the suite was run. A red rule that its row does not have shows as a difference when the matrix is run, and in the
diff of that file. Rows of ${exactSeeds} seeds before the whole suite are exact.

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

The red rules of ${before('suite')} deviations were measured before the whole suite, of ${before('area')} before the area of their rule (\`--focus\`) and of ${before('rule')} before that rule alone
(\`--own\`); variations are run before the whole suite, alone and in mixes (\`npm run mixes\`).

## Survivors and false positives

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

<!-- not run: it takes hours -->
\`\`\`sh
npm run matrix -- --workers 2 --quick --seeds 3 --write    # all of it takes hours; --only, --sample, --own and --focus make it shorter
git diff matrix/rows.tsv                                   # what turned red that did not before
\`\`\`

With \`--quick\` a run has a third of the cases, four of each rule at least, and all of them where the deviation survives that.
`;
}

function oddities(rows: readonly KeptRow[]): string {
  const lines = rows
    .filter(({ outcome }) => !isFine({ outcome, unexpected: [] }))
    .map(({ id, outcome, always }) =>
      outcome === 'false positive' ? `- \`${id}\`: ${outcome} (${shown(always)})` : `- \`${id}\`: ${outcome}`,
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
