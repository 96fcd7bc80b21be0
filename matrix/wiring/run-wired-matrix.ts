import { type Deviation, deviations } from '@gateproof/deviations';
import type { ResultDocument } from '@gateproof/harness';
import { referenceBehaviour } from '@gateproof/simulator';
import { loadRules } from '@gateproof/spec';
import { scriptOptions } from '../../repository/script-options.ts';
import { judgeRun, nothingMayFail } from '../judge-run.ts';
import { behaviourOf, drawMixes, mixOf } from '../mix.ts';
import { areaOf, sampleByArea } from '../sample-by-area.ts';
import { runWired, type Way, ways } from './run-wired.ts';

/**
 * Mixes of variations and deviations before a suite that has less than the testbed protocol, but a URL and a key alone or static wiring. Mixes must be
 * allowed there as well; of deviations it shows which are seen, for some of them show only in what can't be arranged so. Options: `--way url`, `text` or `static`
 * (the default) or `testbed`; `--effort` (default `standard`); `--mixes N` (default 1), drawn by `--seed N` (default 42), or `--ids a,b,c` for one of these
 * variations; `--sample N` deviations with a share of every area, drawn by `--sample-seed N` (default 1), or `--only <id prefix>` (repeatable) in their
 * place. Deviations of rules that this way leaves undecided on the simulator itself are not drawn. Prints what was red on a mix and which deviations
 * survived, with the counts; exits 1 when a mix was not allowed.
 */
const values = scriptOptions({
  way: { type: 'string', default: 'static' },
  sample: { type: 'string', default: '0' },
  'sample-seed': { type: 'string', default: '1' },
  only: { type: 'string', multiple: true },
  effort: { type: 'string', default: 'standard' },
  mixes: { type: 'string', default: '1' },
  seed: { type: 'string', default: '42' },
  ids: { type: 'string' },
});

if (values.effort !== 'standard' && values.effort !== 'quick') throw new Error('--effort is quick or standard');
const { effort } = values;
const way = readWay(values.way);
const seed = Number(values.seed);
const print = (line: string) => process.stdout.write(`${line}\n`);
const standing = new Set(loadRules().flatMap(({ id, kind }) => (kind === 'standing' ? [id] : [])));
/** By way: what can't be judged so, and why. */
const leftOut: Readonly<Record<Way, Readonly<Record<string, string>>>> = {
  url: { 'model.list.broken': 'the broken model is the one that the run names' },
  text: {},
  static: { 'job-work.tries-again': 'a job that fails is tried again for minutes, and no clock can be moved' },
  testbed: {},
};
/** A defect at the root makes many rules red: the first lines are enough. */
const mostLines = 15;

process.exitCode = (await judgeMixes()) === 0 ? 0 : 1;
await judgeDeviations();

function readWay(given: string): Way {
  const found = ways.find((one) => one === given);
  if (found === undefined) throw new Error(`--way is one of ${ways.join(', ')}`);
  return found;
}

async function judgeMixes(): Promise<number> {
  const given = values.ids === undefined ? drawMixes(seed, Number(values.mixes)) : [mixOf(values.ids.split(','))];
  const mixes = given.map((mix) => mix.filter(({ id }) => leftOut[way][id] === undefined));
  let count = 0;
  for (const [place, mix] of mixes.entries()) {
    const document = await runWired(behaviourOf(mix), { way, seed, effort });
    const { unexpected } = judgeRun({ id: `mix ${place}`, breaks: undefined, mayFail: nothingMayFail }, document);
    print(`mix ${place}: ${mix.length} variations, ${unexpected.length === 0 ? 'allowed' : 'FALSE POSITIVE'}`);
    if (unexpected.length === 0) continue;
    count += 1;
    explain(document, unexpected);
    print(`  again: npm run matrix:wired -- --way ${way} --seed ${seed} --ids ${mix.map(({ id }) => id).join(',')}`);
  }
  print(`${count} of ${mixes.length} mixes had a false positive`);
  return count;
}

function explain({ rules }: ResultDocument, unexpected: readonly string[]): void {
  for (const { rule, verdict, reason, failure } of rules
    .filter((record) => unexpected.includes(`${record.rule}=${record.verdict}`))
    .slice(0, mostLines)) {
    const said = failure === undefined ? (reason ?? '') : `expected ${failure.expected}; observed ${failure.observed}`;
    print(`  ${rule} ${verdict}: ${said.slice(0, 400)}`);
  }
}

async function judgeDeviations(): Promise<void> {
  const drawn = await draw();
  if (drawn.length === 0) return;
  let survived = 0;
  for (const { id, breaks, apply } of drawn) {
    // What a standing rule speaks of may be exchanged anywhere.
    const only = standing.has(breaks) ? {} : { only: [breaks] };
    const document = await runWired(apply(referenceBehaviour), { way, seed, effort, ...only });
    if (judgeRun({ id, breaks, mayFail: () => true }, document).outcome === 'killed') continue;
    survived += 1;
    const record = document.rules.find(({ rule }) => rule === breaks);
    print(`survived  ${id}  ${record?.verdict} ${record?.reason ?? ''}`);
  }
  print(`${drawn.length - survived} of ${drawn.length} deviations killed`);
}

/** Deviations whose rules are decided on the simulator itself when it is reached so. */
async function draw(): Promise<readonly Deviation[]> {
  const { only } = values;
  if (only !== undefined) return deviations.filter(({ id }) => only.some((prefix) => id.startsWith(prefix)));
  const count = Number(values.sample);
  if (count === 0) return [];
  const { rules } = await runWired(referenceBehaviour, { way, seed, effort: 'quick' });
  const decided = new Set(rules.flatMap(({ rule, verdict }) => (verdict === 'not-applicable' ? [] : [rule])));
  const entries = deviations.filter(({ breaks }) => decided.has(breaks));
  return sampleByArea(entries, { count, seed: Number(values['sample-seed']), areaOf: ({ id }) => areaOf(id) });
}
