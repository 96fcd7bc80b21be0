import { appendFileSync, writeFileSync } from 'node:fs';
import type { RuleRecord } from '@gateproof/harness';
import type { Rule } from '@gateproof/spec';
import { scriptOptions } from '../../repository/script-options.ts';
import { judgementOf, readJudgements } from '../judgements.ts';
import { catalogue, judgeCrossed, playedOf } from './judge-crossed.ts';
import { type Mutant, mutants, sampleMutants } from './mutants.ts';
import { speaksOf } from './speaks-of.ts';

/**
 * Mutants of the contract's messages and commands, crossed with ways and moments to be wrong and played before the gateway in Python. Options:
 * `--sample N` of those that find a message to change, drawn by `--sample-seed S`, `--only <id prefix>` (repeatable), `--standard` for all cases and
 * all areas, `--parallel N` runs at once, `--json FILE` for a line of each, `--count` prints how many there are. Exits 1 when one survived of
 * which judged.yaml says nothing.
 */
const values = scriptOptions({
  only: { type: 'string', multiple: true, default: [''] },
  sample: { type: 'string' },
  'sample-seed': { type: 'string', default: '1' },
  standard: { type: 'boolean', default: false },
  parallel: { type: 'string', default: '2' },
  json: { type: 'string' },
  count: { type: 'boolean', default: false },
});

const print = (line: string) => process.stdout.write(`${line}\n`);
const selected = mutants.filter(({ id }) => values.only.some((start) => id.startsWith(start)));
const [most, seed] = [Number(values.sample ?? selected.length), Number(values['sample-seed'])];
/** Most of the cross finds no message: fields that this gateway does not send, moments that do not come. */
const candidatesPerDraw = 5;
const drawn = sampleMutants(selected, most * candidatesPerDraw, seed);
const judgements = readJudgements(import.meta.dirname);
const unjudged = drawn.filter(({ id }) => judgementOf(id, judgements) === undefined);
const queue: Mutant[] = [];
const counts = new Map<string, number>();
print(
  `${selected.length} of ${mutants.length} mutants, ${drawn.length} drawn, ${drawn.length - unjudged.length} judged in writing`,
);
if (!values.count) await judgeQueue();
for (const [outcome, count] of counts) print(`${outcome}: ${count}`);
process.exitCode = ['survived', 'warned', 'not decided'].some((outcome) => counts.has(outcome)) ? 1 : 0;

async function judgeQueue(): Promise<void> {
  if (values.json !== undefined) writeFileSync(values.json, '');
  const played = values.sample === undefined ? unjudged : await playedOf(unjudged);
  print(`${played.length} find a message to change`);
  queue.push(...sampleMutants(played, most, seed));
  await Promise.all(Array.from({ length: Number(values.parallel) }, judgeNext));
}

async function judgeNext(): Promise<void> {
  for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
    const row = await judge(mutant);
    counts.set(row.outcome, (counts.get(row.outcome) ?? 0) + 1);
    print(`${row.outcome}: ${mutant.id} ${row.rules.slice(0, 4).join(' ')}`);
    if (values.json !== undefined) appendFileSync(values.json, `${JSON.stringify({ id: mutant.id, ...row })}\n`);
  }
}

/** The rules that speak of what was changed come first: where one of them is red, the others need not run. */
async function judge(mutant: Mutant) {
  const near = catalogue.filter(({ area }) => values.standard || mutant.place.areas.includes(area));
  const speaking = near.filter((rule) => speaksOf(rule, mutant));
  const first = await judgeBy(speaking.length > 0 ? speaking : near, mutant);
  return speaking.length === 0 || first.outcome === 'killed by the right rule' ? first : judgeBy(near, mutant);
}

async function judgeBy(rules: readonly Rule[], mutant: Mutant) {
  const isRight = ({ rule, failure }: RuleRecord) => {
    const [row] = rules.filter(({ id }) => id === rule);
    return row !== undefined && speaksOf(row, mutant, `${failure?.expected ?? ''} ${failure?.observed ?? ''}`);
  };
  const effort = values.standard ? 'standard' : 'quick';
  const { failed, warned, undecided, played } = await judgeCrossed(mutant, {
    rules,
    effort,
    isEnough: isRight,
    runLimitMs: 300_000,
  });
  const row = (outcome: string, records: readonly RuleRecord[]) => ({
    outcome,
    rules: records.map(({ rule }) => rule),
    played,
  });
  if (played === 0) return row('not played', failed);
  if (failed.some(isRight)) return row('killed by the right rule', failed.filter(isRight));
  if (failed.length > 0) return row('killed by another rule', failed);
  if (warned.length > 0) return row('warned', warned);
  const open = undecided.filter(isRight);
  return open.length > 0 ? row('not decided', open) : row('survived', []);
}
