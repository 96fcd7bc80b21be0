import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { deviations, variations } from '@gateproof/deviations';
import type { Effort } from '@gateproof/harness';
import { referenceBehaviour } from '@gateproof/simulator';
import { loadRules } from '@gateproof/spec';
import { type Expectation, isFine, judgeRun, type MatrixRow, nothingMayFail, outcomes } from './judge-run.ts';
import { joinSeeds, type KeptRow, type Scope } from './kept-row.ts';
import { loadKeptRows } from './kept-rows.ts';
import { readPart } from './part.ts';
import { type RunUnderOptions, runUnder } from './run-under.ts';
import { areaOf, sampleByArea } from './sample-by-area.ts';
import { loadSideEffects, sideEffectsOf } from './side-effects.ts';

/**
 * The kill matrix: every deviation must be killed by the rule that it breaks, every variation allowed. Options: `--only <id prefix>`
 * (repeatable), `--kind deviations` or `--kind variations` alone, `--seed N`, `--seeds N` to run each with so many seeds from there (default 1),
 * `--workers N` processes side by side (default 1), `--part k/n` for one of several machines, `--sample N` for so many of every area's, drawn by
 * `--sample-seed N` (default 1), `--json FILE` to keep the rows, `--focus` to run only the area of the rule that a deviation breaks, `--own` that rule alone, `--quick` a quick run of it (what survives so is run again with all of them), `--continue` to keep the rows that the
 * `--json` file of an earlier run has. Prints a line for each that came out otherwise, with unexpected red rules, or late (killed at standard effort, not at quick), then the counts; exits 1
 * when any did.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    seed: { type: 'string', default: '42' },
    seeds: { type: 'string', default: '1' },
    part: { type: 'string', default: '0/1' },
    workers: { type: 'string', default: '1' },
    sample: { type: 'string' },
    'sample-seed': { type: 'string', default: '1' },
    focus: { type: 'boolean', default: false },
    own: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    continue: { type: 'boolean', default: false },
    kind: { type: 'string', default: 'all' },
    json: { type: 'string' },
  },
});

const mayFailUnder = sideEffectsOf(loadKeptRows(), loadSideEffects());
/** They need exchanges that other rules' checks make. */
const standing = new Set(
  loadRules()
    .filter(({ kind }) => kind === 'standing')
    .map(({ id }) => id),
);
const workers = Number(values.workers);
const countLines = new RegExp(`^(${outcomes.join('|')}): .*\\n`, 'gm');
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const rows = workers > 1 ? await inProcesses() : await inThisProcess();
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(rows));
for (const outcome of outcomes) {
  process.stdout.write(`${outcome}: ${rows.filter((row) => row.outcome === outcome).length}\n`);
}
process.exitCode = rows.every(isFine) ? 0 : 1;

async function inThisProcess(): Promise<KeptRow[]> {
  const part = readPart(values.part);
  const selected = [
    ...deviations.map(({ id, breaks, apply }) => ({
      expected: { id, breaks, mayFail: mayFailUnder(id) },
      apply,
    })),
    ...variations.map(({ id, apply }) => ({
      expected: { id, breaks: undefined, mayFail: nothingMayFail } satisfies Expectation,
      apply,
    })),
  ]
    .filter(({ expected }) => values.kind !== (expected.breaks === undefined ? 'deviations' : 'variations'))
    .filter(({ expected }) => values.only.some((prefix) => expected.id.startsWith(prefix)));
  const changes = sampleByArea(selected, {
    count: Number(values.sample ?? selected.length),
    seed: Number(values['sample-seed']),
    areaOf: ({ expected }) => areaOf(expected.id),
  }).filter((_, index) => part.takes(index));
  const done: KeptRow[] = earlierRows();
  const doneIds = new Set(done.map(({ id }) => id));
  for (const { expected, apply } of changes.filter(({ expected }) => !doneIds.has(expected.id))) {
    const { scope, options } = scopeOf(expected);
    const runs: MatrixRow[] = [];
    for (let seed = Number(values.seed); runs.length < Number(values.seeds); seed += 1) {
      const run = async (effort: Effort) =>
        judgeRun(expected, await runUnder(apply(referenceBehaviour), seed, { ...options, effort }));
      const quick = values.quick ? await run('quick') : undefined;
      const judged = quick === undefined || quick.outcome === 'survived' ? await run('standard') : quick;
      if (quick?.outcome === 'survived' && judged.outcome === 'killed')
        printLine('late', judged.id, 'not killed at quick effort');
      runs.push(judged);
    }
    const row = joinSeeds(runs, scope, commit);
    done.push(row);
    // Kept as they come, so that a run that is ended early has shown something.
    if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(done));
    if (!isFine(row)) {
      printLine(row.outcome, row.id, `unexpected: ${summary(row.unexpected)}`);
    }
  }
  return done;
}

function printLine(outcome: string, id: string, words: string): void {
  process.stdout.write(`${outcome.padEnd(9)} ${id}  ${words}\n`);
}

function scopeOf({ breaks }: Expectation): { readonly scope: Scope; readonly options: RunUnderOptions } {
  const area = breaks === undefined ? undefined : areaOf(breaks);
  if (values.own && breaks !== undefined && !standing.has(breaks))
    return { scope: 'rule', options: { only: [breaks] } };
  // Errors come from everywhere, so that their rules need the whole suite.
  if (values.focus && area !== undefined && area !== 'error') return { scope: 'area', options: { areas: [area] } };
  return { scope: 'suite', options: {} };
}

function earlierRows(): KeptRow[] {
  if (!values.continue || values.json === undefined || !existsSync(values.json)) return [];
  return JSON.parse(readFileSync(values.json, 'utf8')) as KeptRow[];
}

/** Each process takes every n-th change; their lines are passed on as they come. */
async function inProcesses(): Promise<KeptRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gateproof-matrix-'));
  try {
    const parts = await Promise.all(
      Array.from({ length: workers }, async (_, index) => {
        const file = join(folder, `${index}.json`);
        const flags = [
          `--kind=${values.kind}`,
          `--part=${index}/${workers}`,
          `--json=${file}`,
          `--seed=${values.seed}`,
          `--seeds=${values.seeds}`,
          `--sample-seed=${values['sample-seed']}`,
          ...(values.sample === undefined ? [] : [`--sample=${values.sample}`]),
        ];
        const only = values.only.map((prefix) => `--only=${prefix}`);
        const child = promisify(execFile)(process.execPath, [
          '--conditions=@gateproof/source',
          fileURLToPath(import.meta.url),
          ...flags,
          ...only,
          ...(values.focus ? ['--focus'] : []),
          ...(values.own ? ['--own'] : []),
          ...(values.quick ? ['--quick'] : []),
        ]);
        child.child.stdout?.on('data', (text: string) => {
          process.stdout.write(text.replace(countLines, ''));
        });
        // A part with a finding exits 1; its rows say which.
        await child.catch(() => undefined);
        return JSON.parse(readFileSync(file, 'utf8')) as KeptRow[];
      }),
    );
    return parts.flat();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function summary(unexpected: readonly string[]): string {
  const more = unexpected.length > 6 ? ` and ${unexpected.length - 6} more` : '';
  return unexpected.length === 0 ? 'none' : `${unexpected.slice(0, 6).join(' ')}${more}`;
}
