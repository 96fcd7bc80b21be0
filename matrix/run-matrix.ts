import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { deviations, referenceBehaviour, variations } from '@gateproof/simulator';
import { type Expectation, judgeRun, type MatrixRow } from './judge-run.ts';
import { runUnder } from './run-under.ts';

/**
 * The kill matrix: every deviation must be killed by the rule that it breaks, every variation spared. Options: `--only <id prefix>`
 * (repeatable), `--seed N`, `--part k/n` for several processes, `--json FILE` to keep the rows, `--focus` to run only
 * the area of the rule that a deviation breaks. Prints a line for each that came out otherwise, or with unexpected red
 * rules, then the counts; exits 1 when any did.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    seed: { type: 'string', default: '42' },
    part: { type: 'string', default: '0/1' },
    focus: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});

const [part = 0, parts = 1] = values.part.split('/').map(Number);
const changes = [
  ...deviations.map(({ id, breaks, entails = [], apply }) => ({ expected: { id, breaks, entails }, apply })),
  ...variations.map(({ id, apply }) => ({
    expected: { id, breaks: undefined, entails: [] } satisfies Expectation,
    apply,
  })),
]
  .filter(({ expected }) => values.only.some((prefix) => expected.id.startsWith(prefix)))
  .filter((_, index) => index % parts === part);

const rows: MatrixRow[] = [];
for (const { expected, apply } of changes) {
  const areas = values.focus && expected.breaks !== undefined ? [expected.breaks.split('.')[0] ?? ''] : undefined;
  const row = judgeRun(
    expected,
    await runUnder(apply(referenceBehaviour), Number(values.seed), areas === undefined ? {} : { areas }),
  );
  rows.push(row);
  const fine = (row.outcome === 'killed' || row.outcome === 'spared') && row.unexpected.length === 0;
  if (!fine) process.stdout.write(`${row.outcome.padEnd(9)} ${row.id}  unexpected: ${summary(row.unexpected)}\n`);
}
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(rows));
for (const outcome of ['killed', 'survived', 'no check', 'spared', 'accused']) {
  process.stdout.write(`${outcome}: ${rows.filter((row) => row.outcome === outcome).length}\n`);
}
process.exitCode = rows.every(({ outcome, unexpected }) => /killed|spared/.test(outcome) && unexpected.length === 0)
  ? 0
  : 1;

function summary(unexpected: readonly string[]): string {
  const more = unexpected.length > 6 ? ` and ${unexpected.length - 6} more` : '';
  return unexpected.length === 0 ? 'none' : `${unexpected.slice(0, 6).join(' ')}${more}`;
}
