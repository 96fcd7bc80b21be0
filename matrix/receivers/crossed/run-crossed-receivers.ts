import { scriptOptions } from '../../../repository/script-options.ts';
import { judgeAll } from '../../judge-all.ts';
import { judgementOf, readJudgements } from '../../judgements.ts';
import { readPart } from '../../part.ts';
import { areaOf, sampleByArea } from '../../sample-by-area.ts';
import { type CrossedOutcome, judgeCrossed } from './judge-crossed.ts';
import { crossedReceivers } from './mutant-table.ts';

/**
 * Good receivers with one decision crossed, each judged by the receiver suite. Options: `--sample N` for so many with a share of each area (default 60), drawn by
 * `--sample-seed N`, or `--sample all`; `--only TEXT` for ids that have it in them, `--rules PREFIX` for the rules that judge, `--part k/n`, `--parallel N` at once (default 4), `--unjudged` to leave out of what was drawn what judged.yaml names, `--list` to list ids alone. Prints
 * each that was not killed by a rule that speaks of it, then the counts; exits 1 when one survived that judged.yaml does not name.
 */
const values = scriptOptions({
  only: { type: 'string', default: '' },
  rules: { type: 'string', default: '' },
  sample: { type: 'string', default: '60' },
  'sample-seed': { type: 'string', default: '1' },
  part: { type: 'string', default: '0/1' },
  parallel: { type: 'string', default: '4' },
  unjudged: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
});
const print = (line: string) => process.stdout.write(`${line}\n`);
const judged = readJudgements(import.meta.dirname);
const wanted = crossedReceivers.filter(({ id }) => id.includes(values.only));
const drawn = sampleByArea(wanted, {
  count: values.sample === 'all' ? wanted.length : Number(values.sample),
  seed: Number(values['sample-seed']),
  areaOf: ({ id }) => areaOf(id),
});
const part = readPart(values.part);
const asked = drawn.filter(({ id }) => !values.unjudged || judgementOf(id, judged) === undefined);
const mutants = asked.filter((_, place) => part.takes(place));

if (values.list) for (const { id } of mutants) print(id);
else await judge();

async function judge(): Promise<void> {
  print(`${mutants.length} of ${crossedReceivers.length} crossed receivers`);
  const counts = new Map<string, number>();
  await judgeAll<(typeof mutants)[number], CrossedOutcome>(mutants, {
    parallel: Number(values.parallel),
    judge: async (mutant) => {
      const judgedOne = await judgeCrossed(mutant, values.rules);
      if (isDecided(judgedOne)) count(counts, judgedOne);
      return judgedOne;
    },
    isFine: isDecided,
    onOdd: (odd, isAlone) => {
      if (isAlone) count(counts, odd);
    },
  });
  print([...counts].map(([name, count]) => `${name} ${count}`).join(', '));
  const unjudged = (counts.get('survived') ?? 0) + (counts.get('warned') ?? 0);
  process.exitCode = unjudged > 0 ? 1 : 0;
}

/** What survived beside others is judged again alone, unless it is known to and all rules were decided: a busy machine leaves out deliveries. */
function isDecided({ id, outcome, undecided }: CrossedOutcome): boolean {
  if (outcome !== 'survived') return true;
  return undecided.length === 0 && judgementOf(id, judged) !== undefined;
}

function count(counts: Map<string, number>, { id, outcome, red, warned, undecided }: CrossedOutcome): void {
  const judgement = outcome.startsWith('killed') ? undefined : judgementOf(id, judged);
  const name = judgement === undefined ? outcome : `judged ${judgement.verdict}`;
  counts.set(name, (counts.get(name) ?? 0) + 1);
  const short = red.length > 6 ? [...red.slice(0, 6), `${red.length - 6} more`] : red;
  const others = [...warned.map((rule) => `~${rule}`), ...undecided.map((rule) => `?${rule}`)];
  print([`${name}: ${id}`, ...short, ...others].join('  '));
}
