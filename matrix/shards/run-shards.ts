import { deviations } from '@gateproof/deviations';
import { mergeResults, type ResultDocument, type Shard } from '@gateproof/harness';
import { type Behaviour, referenceBehaviour } from '@gateproof/simulator';
import { loadRules } from '@gateproof/spec';
import { gatewaySuite } from '@gateproof/suites';
import { scriptOptions } from '../../repository/script-options.ts';
import { runUnder } from '../run-under.ts';
import { areaOf, sampleByArea } from '../sample-by-area.ts';
import { differencesOf } from './differences-of.ts';

/**
 * Judges targets in one run and in shards, each against a simulator of its own, and compares the merged shards with the run. The reference by itself, or with
 * `--sample N` so many known-bad gateways of all areas, which `--sample-seed N` draws; `--shards N` (default 5), `--effort quick` a third of the cases, `--seed N`.
 * Prints a line for each target with the times, and one for each difference; exits 1 when there is any.
 */
const values = scriptOptions({
  sample: { type: 'string', default: '0' },
  'sample-seed': { type: 'string', default: '1' },
  shards: { type: 'string', default: '5' },
  effort: { type: 'string', default: 'standard' },
  seed: { type: 'string', default: '1' },
});

if (values.effort !== 'standard' && values.effort !== 'quick') throw new Error('--effort is quick or standard');
const { effort } = values;
const of = Number(values.shards);
const catalogue = loadRules().filter(({ party }) => party === 'gateway');
const sample = { count: Number(values.sample), seed: Number(values['sample-seed']) };
const drawn = sampleByArea(deviations, { ...sample, areaOf: ({ id }) => areaOf(id) });
const targets =
  drawn.length > 0
    ? drawn.map(({ id, apply }) => ({ id, behaviour: apply(referenceBehaviour) }))
    : [{ id: 'reference', behaviour: referenceBehaviour }];

let differ = 0;
for (const { id, behaviour } of targets) {
  const whole = await judged(behaviour);
  const parts: ResultDocument[] = [];
  for (let index = 1; index <= of; index += 1) parts.push(await judged(behaviour, { index, of }));
  const { lines, otherCases } = differencesOf(whole, mergeResults(parts, { suite: gatewaySuite, catalogue }));
  if (lines.length > 0) differ += 1;
  const longestMs = Math.max(...parts.map(({ run }) => run.durationMs));
  const { verdicts } = whole.summary;
  process.stdout.write(
    `${id}: ${verdicts.fail} failed, ${verdicts.pass} passed; one run ${seconds(whole.run.durationMs)} s, longest of ${of} shards ${seconds(longestMs)} s; ` +
      `${lines.length} differences, ${otherCases.length} rules with other numbers of cases\n`,
  );
  for (const line of lines.slice(0, 20)) process.stdout.write(`  ${line}\n`);
}
process.stdout.write(`${targets.length} judged, differ ${differ}\n`);
process.exitCode = differ === 0 ? 0 : 1;

function judged(behaviour: Behaviour, shard?: Shard): Promise<ResultDocument> {
  return runUnder(behaviour, Number(values.seed), {
    effort,
    requestTimeoutMs: 10_000,
    runLimitMs: 600_000,
    ...(shard === undefined ? {} : { shard }),
  });
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
