import { readFileSync, writeFileSync } from 'node:fs';
import { deviations as allDeviations, variations as allVariations } from '@gateproof/deviations';
import type { KeptRow, Scope } from './kept-row.ts';

/**
 * Writes docs/kill-matrix.md from the rows that `run-matrix.ts --json FILE` kept; the files are the arguments.
 */
const rows = process.argv.slice(2).flatMap((path) => JSON.parse(readFileSync(path, 'utf8')) as KeptRow[]);
const deviations = rows
  .filter(({ breaks }) => breaks !== undefined)
  .sort((one, other) => one.id.localeCompare(other.id));
const variations = rows
  .filter(({ breaks }) => breaks === undefined)
  .sort((one, other) => one.id.localeCompare(other.id));
const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length;
const before = (scope: Scope) => deviations.filter((row) => row.scope === scope).length;
const shown = (ids: readonly string[]) =>
  ids.length > 6 ? `${ids.slice(0, 6).join(', ')} and ${ids.length - 6} more` : ids.join(', ');

const text = `# The kill matrix

Every deviation is a named way for the simulator to break one rule; every variation a named way to differ inside a freedom. \`npm run matrix\` makes the
rows and \`npm run matrix:table FILE …\` this page: a deviation must be caught by the rule that it breaks, a variation must turn nothing red. Variations are run
before the whole suite. So were ${before('suite')} of the deviations; ${before('area')} were run before the area of their rule (\`--focus\`) and ${before('rule')} before that rule
alone (\`--own\`). The rows may come from several commits. With \`--quick\` a run has a third of the cases, and all of them where the deviation survives that.
[Consequences](../matrix/consequences.yaml) lists what else honestly turns red. Many variations at once: \`npm run mixes\`.

| | |
|---|---|
| deviations in this table | ${deviations.length} of ${allDeviations.length} |
| killed by the rule that they break | ${count('killed')} |
| survived | ${count('survived') + count('no check')} |
| variations in this table | ${variations.length} of ${allVariations.length} |
| spared | ${count('spared')} |
| accused | ${count('accused')} |

## Survivors and accusations

${
  rows
    .filter(({ outcome }) => !['killed', 'spared'].includes(outcome))
    .map(
      ({ id, outcome, unexpected }) =>
        `- \`${id}\`: ${outcome}${unexpected.length === 0 ? '' : ` (${shown(unexpected)})`}`,
    )
    .join('\n') || 'None.'
}

## Deviations

| Deviation | Outcome | Rules that failed |
|---|---|---|
${deviations.map(({ id, outcome, caughtBy }) => `| \`${id}\` | ${outcome} | ${shown(caughtBy)} |`).join('\n')}

## Variations

| Variation | Outcome |
|---|---|
${variations.map(({ id, outcome }) => `| \`${id}\` | ${outcome} |`).join('\n')}
`;
writeFileSync(new URL('../docs/kill-matrix.md', import.meta.url), text);
