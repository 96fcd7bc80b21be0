import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scriptOptions } from '../../repository/script-options.ts';
import { rulesByNearness } from './first-areas.ts';
import type { Judgement } from './judge.ts';
import type { Question } from './judge-child.ts';
import { judgingLine, type Task } from './judging-line.ts';
import { type Fate, type JudgedMutant, type Mutant, placeOf } from './mutant.ts';
import { plantMutants } from './plant-mutants.ts';
import type { Reach } from './reach-child.ts';
import { catalogue } from './suite-run.ts';

/**
 * `npm run mutants -- [--sample N] [--seed N] [--only TEXT] [--survivors]`: judges mutants of the reference gateway by the gateway suite
 * alone, and keeps each fate in result.jsonl as it comes; those that are there are not judged again. `--survivors` asks those
 * that survived all rules once more, at quick and at standard effort. `--only` takes files whose path holds the text.
 */
const values = scriptOptions({
  sample: { type: 'string', default: '537' },
  seed: { type: 'string', default: '20261121' },
  concurrency: { type: 'string', default: '2' },
  only: { type: 'string', multiple: true, default: [] },
  survivors: { type: 'boolean', default: false },
});
const work = join(import.meta.dirname, '../../coverage/mutants');
const resultPath = join(import.meta.dirname, 'result.jsonl');
const standing = catalogue.filter(({ kind }) => kind === 'standing').map(({ id }) => id);

/** Which rules come past which mutants, seen in a run without a mutant. */
async function lookUpReach(simulator: string): Promise<Reach> {
  const path = join(work, 'reach.json');
  const script = join(import.meta.dirname, 'reach-child.ts');
  const reaching = spawn(process.execPath, ['--conditions=@gateproof/source', script, simulator, path], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [exitCode] = await once(reaching, 'close');
  if (exitCode !== 0) throw new Error('The suite without a mutant did not pass');
  return JSON.parse(readFileSync(path, 'utf8')) as Reach;
}

const { simulator, mutants, excluded } = await plantMutants(Number(values.seed));
mkdirSync(work, { recursive: true });
const reach = await lookUpReach(simulator);

/** Undefined: no rule's check comes past it. */
function questionOf({ id, file }: Mutant): Question | undefined {
  const rules = rulesByNearness(catalogue, file).map((rule) => rule.id);
  if (values.survivors) return { mutant: id, rules, efforts: ['quick', 'standard'] };
  const near = reach[id];
  if (near === undefined) return undefined;
  const asked = near === 'all' ? rules : rules.filter((rule) => near.includes(rule) || standing.includes(rule));
  return { mutant: id, rules: asked, efforts: ['quick'] };
}

const before = existsSync(resultPath)
  ? readFileSync(resultPath, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as JudgedMutant)
  : [];
const fates = new Map(before.map((judged) => [placeOf(judged), judged]));
const alive: ReadonlySet<Fate> = new Set(['survived', 'not reached']);
const isDue = (mutant: Mutant): boolean => {
  const fate = fates.get(placeOf(mutant))?.fate;
  return values.survivors ? fate !== undefined && alive.has(fate) : fate === undefined;
};
const sampled = mutants.slice(0, Number(values.sample));
const due = sampled.filter(
  (mutant) => isDue(mutant) && (values.only.length === 0 || values.only.some((text) => mutant.file.includes(text))),
);
process.stdout.write(
  `${mutants.length} mutants (${excluded} in free text left out), ${sampled.length} sampled with seed ${values.seed}, ${due.length} to judge\n`,
);
let done = 0;
function keep({ id: _id, ...mutant }: Mutant, judgement: Judgement): void {
  appendFileSync(resultPath, `${JSON.stringify({ ...mutant, ...judgement })}\n`);
  done += 1;
  process.stdout.write(
    `${done}/${due.length} ${judgement.fate} ${judgement.by ?? ''} ${mutant.file}:${mutant.line} ${mutant.text.slice(0, 60)} -> ${mutant.replacement.slice(0, 60)}\n`,
  );
}

const tasks: Task[] = [];
for (const mutant of due) {
  const question = questionOf(mutant);
  if (question === undefined) keep(mutant, { fate: 'not reached' });
  else tasks.push({ question, isStatic: reach[mutant.id] === 'all', onJudged: (judgement) => keep(mutant, judgement) });
}
const control: Question = { rules: catalogue.map(({ id }) => id), efforts: ['quick'] };
const lines = Array.from({ length: Number(values.concurrency) }, () =>
  judgingLine({ simulator, control, next: () => tasks.shift() }),
);
await Promise.all(lines);
