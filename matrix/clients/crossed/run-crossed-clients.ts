import { appendFileSync } from 'node:fs';
import type { ResultDocument } from '@gateproof/harness';
import { loadRules } from '@gateproof/spec';
import { scriptOptions } from '../../../repository/script-options.ts';
import { judgementOf, readJudgements } from '../../judgements.ts';
import { readPart } from '../../part.ts';
import { sampleByArea } from '../../sample-by-area.ts';
import { judgeDriver } from '../judge-client.ts';
import { areaOfMutant, cross } from './cross.ts';
import { matchesPattern } from './matches-pattern.ts';
import { wordsOfMoments } from './moments.ts';
import type { Mutant } from './mutant.ts';
import { playMutant } from './play-mutant.ts';

/**
 * Crossed mutants of clients: every field, command and stream event of the contract by every operator and moment, played at the borders of a good client. Each is
 * judged by the rules about any call first, by all others where it lives, or by the rules whose ids begin with `--rules PREFIX` (repeatable). Options: `--unjudged` leaves
 * out what `judged.yaml` explains, `--sample N` draws so many with a share of each area by `--sample-seed S` (default 1), `--only PATTERN`
 * (repeatable; `*` within a part of an id, `**` across parts), `--part k/n`, `--parallel N` (default 3), `--list` prints the ids alone, `--json FILE` appends a
 * line for each. Killed: a rule that speaks of the changed thing, or of calls before or beside, failed; `other`: another rule alone did; `warned`: a warning alone; `idle`: a survivor
 * that never did anything. Exits 1 when one survived that `judged.yaml` does not explain.
 */
const values = scriptOptions({
  only: { type: 'string', multiple: true, default: ['**'] },
  sample: { type: 'string' },
  'sample-seed': { type: 'string', default: '1' },
  part: { type: 'string', default: '0/1' },
  parallel: { type: 'string', default: '3' },
  rules: { type: 'string', multiple: true },
  unjudged: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  json: { type: 'string' },
});

const outcomes = ['killed', 'other', 'warned', 'undecided', 'survived', 'idle', 'judged'] as const;
type Outcome = (typeof outcomes)[number];
const isLive = (outcome: Outcome) => ['warned', 'undecided', 'survived', 'idle'].includes(outcome);

/** What became of a mutant, from the rules that were not kept. */
function outcomeOf({ rules }: ResultDocument, { words, when, id }: Mutant, acts: number): Outcome {
  const failed = rules.filter(({ verdict }) => verdict === 'fail' || verdict === 'flaky');
  const right = [words, wordsOfMoments[when], /\/before\//.test(id) ? wordsOfMoments.second : undefined];
  const speaksOfIt = (text: string) => right.some((one) => one?.test(text) === true);
  if (failed.some(({ rule, statement }) => speaksOfIt(`${rule} ${statement}`))) return 'killed';
  if (failed.length > 0) return 'other';
  if (rules.some(({ verdict }) => verdict === 'warn')) return 'warned';
  if (rules.some(({ verdict }) => ['inconclusive', 'error', 'blocked'].includes(verdict))) return 'undecided';
  return acts > 0 ? 'survived' : 'idle';
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const part = readPart(values.part);
const judgements = readJudgements(import.meta.dirname);
const selected = cross.filter(({ id }) => values.only.some((pattern) => matchesPattern(id, pattern)));
const drawn = sampleByArea(selected, {
  count: Number(values.sample ?? selected.length),
  seed: Number(values['sample-seed']),
  areaOf: areaOfMutant,
}).filter((_, place) => part.takes(place));
print(`${drawn.length} of ${cross.length} crossed mutants`);
if (values.list) {
  for (const { id } of drawn) print(`${judgementOf(id, judgements, matchesPattern)?.verdict ?? '-'} ${id}`);
}

/** Most mutants are killed by the rules about any call, those of errors by the one about refusals, so that the others need not be run. */
const refusals = 'client.any-call.refused';
const anyCall = ['sent', 'answered', 'opened', 'verified'].map((name) => `client.any-call.${name}`);
const groupOf = (rule: string) => `${rule.split('.').slice(0, 2).join('.')}.`;
const others = [...new Set(loadRules().map(({ id }) => groupOf(id)))].filter((group) => group !== 'client.any-call.');
const stagesFor = (mutant: Mutant): readonly (readonly string[])[] => {
  if (values.rules !== undefined) return [values.rules];
  const [first, second] = /^(error|lost)/.test(areaOfMutant(mutant)) ? [[refusals], anyCall] : [anyCall, [refusals]];
  return [first, second, others];
};

const waiting = values.list ? [] : [...drawn];
const counts = new Map<Outcome, number>();
async function judgeInTurn(): Promise<void> {
  for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
    const played = mutant;
    let acts = 0;
    const act = () => {
      acts += 1;
    };
    const judgement = judgementOf(played.id, judgements, matchesPattern);
    if (values.unjudged && judgement !== undefined) {
      counts.set('judged', (counts.get('judged') ?? 0) + 1);
      continue;
    }
    const [first, ...later] = stagesFor(played);
    let document = await judgeDriver(() => playMutant(played, act), first ?? []);
    for (const groups of later)
      if (outcomeOf(document, played, acts) !== 'killed')
        document = await judgeDriver(() => playMutant(played, act), groups);
    const found = outcomeOf(document, played, acts);
    const outcome: Outcome = isLive(found) && judgement !== undefined ? 'judged' : found;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    const red = document.rules.filter(({ verdict }) => !['pass', 'not-applicable'].includes(verdict));
    const reds = red.map(({ rule, verdict }) => `${rule}=${verdict}`);
    print(`${outcome.padEnd(9)} ${played.id} (${judgement?.verdict ?? `${acts} acts`}) ${reds.slice(0, 6).join(' ')}`);
    if (values.json !== undefined)
      appendFileSync(values.json, `${JSON.stringify({ id: played.id, outcome, found, acts, red: reds })}\n`);
  }
}
await Promise.all(Array.from({ length: Number(values.parallel) }, judgeInTurn));
if (!values.list) for (const outcome of outcomes) print(`${outcome}: ${counts.get(outcome) ?? 0}`);
const isBad = drawn.length === 0 || [...counts].some(([outcome, count]) => isLive(outcome) && count > 0);
// A client that waits for an hour would keep the process; what was printed goes out before.
process.stdout.write('', () => process.exit(isBad ? 1 : 0));
