import type { Effort } from '@gateproof/harness';
import { referenceBehaviour } from '@gateproof/simulator';
import { loadRules, type Rule } from '@gateproof/spec';
import { exercisingRules } from './exercising-rules.ts';
import { judgeRun, type MatrixRow, nothingMayFail } from './judge-run.ts';
import { isInScope, joinSeeds, type KeptRow, type Scope } from './kept-row.ts';
import { loadKeptRows, redRulesKept } from './kept-rows.ts';
import { killingExample } from './killing-example.ts';
import type { MatrixEntry } from './matrix-entry.ts';
import { donorsOf } from './rule-examples/donors.ts';
import { type RunUnderOptions, runUnder } from './run-under.ts';
import { areaOf } from './sample-by-area.ts';

/** How an entry is run. */
export interface JudgeEntryOptions {
  readonly scope: Scope;
  /** First at quick effort; what survives that is run again at standard effort. */
  readonly quick: boolean;
  readonly seed: number;
  /** With so many seeds, from `seed` on. */
  readonly seeds: number;
  /** For the row. */
  readonly commit: string;
}

/** What became of an entry. */
export interface JudgedEntry {
  readonly row: KeptRow;
  /** Red rules with their verdicts that its kept row does not have. */
  readonly unexpected: readonly string[];
  /** Killed at standard effort, but not at quick. */
  readonly isLate: boolean;
  /** The example by which a late one was killed, in JSON. */
  readonly lateExample?: string | undefined;
}

/** One run: what of the suite, at which effort. */
interface Attempt {
  readonly options: RunUnderOptions;
  readonly effort: Effort;
}
interface AttemptRow extends MatrixRow {
  readonly effort: Effort;
  /** The example by which it was killed. */
  readonly example?: string | undefined;
}
type Attempts = readonly [Attempt, ...Attempt[]];

const rules = loadRules().filter(({ party }) => party === 'gateway');
const isKept = redRulesKept(loadKeptRows());

/** Runs a deviation or a variation with every seed and compares it with its kept row. */
export async function judgeEntry(entry: MatrixEntry, options: JudgeEntryOptions): Promise<JudgedEntry> {
  const runs: AttemptRow[] = [];
  const attempts = attemptsAt(entry, options);
  for (let seed = options.seed; runs.length < options.seeds; seed += 1)
    runs.push(await judgeSeed(entry, attempts, { seed, scope: options.scope }));
  const late = options.quick
    ? runs.find(({ outcome, effort }) => outcome === 'killed' && effort !== 'quick')
    : undefined;
  return {
    row: joinSeeds(runs, entry.breaks === undefined ? 'suite' : options.scope, options.commit),
    unexpected: [...new Set(runs.flatMap(({ unexpected }) => unexpected))],
    isLate: late !== undefined,
    lateExample: late?.example,
  };
}

/** The outcome of the first attempt that the entry does not survive, or else of the last. */
async function judgeSeed(
  entry: MatrixEntry,
  [attempt, next, ...others]: Attempts,
  where: { readonly seed: number; readonly scope: Scope },
): Promise<AttemptRow> {
  const row = await judgeAttempt(entry, attempt, where);
  return row.outcome === 'survived' && next !== undefined ? judgeSeed(entry, [next, ...others], where) : row;
}

async function judgeAttempt(
  { id, breaks, apply }: MatrixEntry,
  { options, effort }: Attempt,
  { seed, scope }: { readonly seed: number; readonly scope: Scope },
): Promise<AttemptRow> {
  const document = await runUnder(apply(referenceBehaviour), seed, { ...options, effort });
  if (breaks === undefined) return { ...judgeRun({ id, breaks, mayFail: nothingMayFail }, document), effort };
  const isSeen = (rule: string) => isInScope(scope, breaks, rule);
  const mayFail = isKept(id, scope);
  const row = judgeRun({ id, breaks, mayFail: (rule) => mayFail(rule) || !isSeen(rule) }, document);
  return { ...row, red: row.red.filter(isSeen), effort, example: killingExample(breaks, document) };
}

/**
 * What a standing rule speaks of may be exchanged anywhere: before its area it is run beside the rules that exercise it, where they show nothing beside those that
 * usually do, and then in the whole suite. Before that rule alone its own donors must be enough.
 */
function attemptsAt({ breaks }: MatrixEntry, { scope, quick }: JudgeEntryOptions): Attempts {
  const standing = rules.find(({ id, kind }) => id === breaks && kind === 'standing');
  const narrow = breaks === undefined ? {} : optionsOf(scope, breaks);
  if (standing !== undefined && scope === 'rule') return [{ options: narrow, effort: quick ? 'quick' : 'standard' }];
  const wide = standing === undefined ? narrow : {};
  const last: Attempt = { options: wide, effort: 'standard' };
  const wider = standing === undefined || scope === 'suite' ? [] : [besideDonors(standing, narrow), wide];
  const widerAttempts = wider.map((options): Attempt => ({ options, effort: 'quick' }));
  if (quick) return [{ options: narrow, effort: 'quick' }, ...widerAttempts, last];
  return standing === undefined ? [last] : [{ options: narrow, effort: 'standard' }, last];
}

function besideDonors(standing: Rule, { areas, only = [] }: RunUnderOptions): RunUnderOptions {
  const donors = donorsOf(standing, rules).map(({ id }) => id);
  return { ...(areas === undefined ? {} : { areas }), only: [...only, ...donors] };
}

function optionsOf(scope: Scope, breaks: string): RunUnderOptions {
  if (scope === 'suite') return {};
  if (scope === 'rule') return { only: [breaks], hasDonors: true };
  return { areas: [areaOf(breaks)], only: [breaks, ...exercisingRules(rules, breaks)] };
}
