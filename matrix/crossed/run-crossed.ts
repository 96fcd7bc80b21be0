import { appendFileSync, writeFileSync } from 'node:fs';
import type { RuleRecord } from '@gateproof/harness';
import { scriptOptions } from '../../repository/script-options.ts';
import { startPythonGateway } from '../proxied/python-gateway.ts';
import { judgeCrossed, playedOf } from './judge-crossed.ts';
import { judgementOf } from './judgements.ts';
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
const unjudged = drawn.filter(({ id }) => judgementOf(id) === undefined);
const queue: Mutant[] = [];
const counts = new Map<string, number>();
print(
  `${selected.length} of ${mutants.length} mutants, ${drawn.length} drawn, ${drawn.length - unjudged.length} judged in writing`,
);
if (!values.count) await judgeQueue();
for (const [outcome, count] of counts) print(`${outcome}: ${count}`);
process.exitCode = counts.has('survived') || counts.has('warned') ? 1 : 0;

async function judgeQueue(): Promise<void> {
  if (values.json !== undefined) writeFileSync(values.json, '');
  const python = await startPythonGateway();
  try {
    const played = await playedOf(python.url, unjudged);
    print(`${played.length} find a message to change`);
    queue.push(...sampleMutants(played, most, seed));
    await Promise.all(Array.from({ length: Number(values.parallel) }, () => judgeNext(python.url)));
  } finally {
    python.close();
  }
}

async function judgeNext(url: string): Promise<void> {
  for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
    const row = await judge(url, mutant);
    counts.set(row.outcome, (counts.get(row.outcome) ?? 0) + 1);
    print(`${row.outcome}: ${mutant.id} ${row.rules.slice(0, 4).join(' ')}`);
    if (values.json !== undefined) appendFileSync(values.json, `${JSON.stringify({ id: mutant.id, ...row })}\n`);
  }
}

async function judge(url: string, mutant: Mutant) {
  const narrow = values.standard ? {} : { areas: mutant.place.areas };
  const effort = values.standard ? 'standard' : 'quick';
  const isEnough = (record: RuleRecord) => speaksOf(record, mutant);
  const { failed, warned, played } = await judgeCrossed(url, mutant, {
    ...narrow,
    effort,
    isEnough,
    runLimitMs: 300_000,
  });
  const ids = (records: readonly RuleRecord[]) => records.map(({ rule }) => rule);
  const right = failed.filter((record) => speaksOf(record, mutant));
  if (right.length > 0) return { outcome: 'killed by the right rule', rules: ids(right), played };
  if (failed.length > 0) return { outcome: 'killed by another rule', rules: ids(failed), played };
  if (played === 0) return { outcome: 'not played', rules: [], played };
  return warned.length > 0
    ? { outcome: 'warned', rules: ids(warned), played }
    : { outcome: 'survived', rules: [], played };
}
