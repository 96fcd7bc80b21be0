import { variations } from '@gateproof/deviations';
import type { ResultDocument } from '@gateproof/harness';
import { scriptOptions } from '../repository/script-options.ts';
import { clock } from './clock.ts';
import { judgeRun, nothingMayFail } from './judge-run.ts';
import { behaviourOf, compatible, drawMixes, type Mix, mixOf } from './mix.ts';
import { readPart } from './part.ts';
import { reduceMix } from './reduce-mix.ts';
import { runUnder } from './run-under.ts';

/**
 * Random mixes of variations: a gateway that uses many freedoms at once must be allowed by every rule. Each mix is a whole run of the
 * gateway suite against the simulator. Options: `--mixes N` (default 3), `--seed N` (default: from the day, printed), `--prefix WORD` (default
 * `acme`), `--part k/n` for several processes, `--effort quick` for a third of the cases, `--ids a,b,c` for one mix in this order, `--reduce`
 * to look for the smallest part of a mix with a false positive that still has one. The first mix of the first part holds every variation. Exits 1 when a rule is red on a mix.
 */
const values = scriptOptions({
  mixes: { type: 'string', default: '3' },
  seed: { type: 'string' },
  prefix: { type: 'string', default: 'acme' },
  part: { type: 'string', default: '0/1' },
  effort: { type: 'string', default: 'standard' },
  ids: { type: 'string' },
  reduce: { type: 'boolean', default: false },
});

if (values.effort !== 'standard' && values.effort !== 'quick') throw new Error('--effort is quick or standard');
const { effort } = values;

/** A defect at the root makes hundreds of rules red: the first lines are enough. */
const mostLines = 15;

/** Even on a busy machine a whole run takes less. */
const runLimitMs = 600_000;
const seed = Number(values.seed ?? new Date(clock.wallMs()).toISOString().slice(0, 10).replaceAll('-', ''));
const part = readPart(values.part);
const print = (line: string) => process.stdout.write(`${line}\n`);

const mixes: readonly Mix[] =
  values.ids === undefined
    ? [compatible(variations), ...drawMixes(seed, Math.max(0, Number(values.mixes) - 1))]
    : [mixOf(values.ids.split(','))];

print(`seed ${seed}, prefix ${values.prefix}, ${mixes.length} mixes`);
let falsePositives = 0;
for (const [index, mix] of mixes.entries()) {
  if (!part.takes(index)) continue;
  const document = await run(mix);
  const { unexpected } = judgeRun({ id: `mix ${index}`, breaks: undefined, mayFail: nothingMayFail }, document);
  print(
    `mix ${index}: ${mix.length} variations, ${unexpected.length === 0 ? 'allowed' : 'FALSE POSITIVE'}, ${document.run.durationMs} ms`,
  );
  if (unexpected.length === 0) continue;
  falsePositives += 1;
  explain(document);
  print(
    `  again: npm run mixes -- --seed ${seed} --prefix ${values.prefix} --ids ${mix.map(({ id }) => id).join(',')}`,
  );
  if (values.reduce) await reduce(mix, document);
}
print(`${falsePositives} of the mixes had a false positive`);
process.exitCode = falsePositives === 0 ? 0 : 1;

function run(mix: Mix, areas?: readonly string[]): Promise<ResultDocument> {
  return runUnder(behaviourOf(mix), seed, {
    prefix: values.prefix,
    effort,
    runLimitMs,
    ...(areas === undefined ? {} : { areas }),
  });
}

function explain({ rules }: ResultDocument): void {
  const red = rules.filter(({ verdict }) => !['pass', 'warn', 'not-applicable', 'blocked'].includes(verdict));
  for (const { rule, verdict, reason, failure } of red.slice(0, mostLines)) {
    const said = failure === undefined ? (reason ?? '') : `expected ${failure.expected}; observed ${failure.observed}`;
    print(`  ${rule} ${verdict}: ${said.slice(0, 400)}`);
  }
}

async function reduce(mix: Mix, { rules }: ResultDocument): Promise<void> {
  const red = rules.filter(({ verdict }) => !['pass', 'warn', 'not-applicable'].includes(verdict));
  for (const { rule, area } of red.slice(0, 5)) {
    const smallest = await reduceMix(mix, async (part) => {
      const document = await run(part, [area]);
      return document.rules.some((one) => one.rule === rule && red.some(({ verdict }) => verdict === one.verdict));
    });
    print(`  ${rule} is red under: ${smallest.map(({ id }) => id).join(', ')}`);
  }
}
