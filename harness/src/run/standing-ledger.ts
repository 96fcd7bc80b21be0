import type { History, Judgement, StandingCheck } from '../check/check.ts';
import { type Finding, readableFinding } from '../check/finding.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { CasePlace } from './asking-client.ts';

/** From these a case can be generated again. */
interface CheckPlace extends CasePlace {
  readonly check: string;
}

/** Where a standing rule was first seen broken or doubtful, and in how many cases it was seen broken in all. */
export interface StandingSighting extends CheckPlace {
  readonly finding: Finding;
  readonly exchanges: readonly Exchange[];
  readonly cases: number;
}

/** What a standing rule was seen to do so far, with the exchanges that show it. */
interface Entry {
  exercised: number;
  /** Of the first judgement that held. */
  witnesses: readonly Exchange[];
  violation: StandingSighting | undefined;
  /** The exchanges of breaks, each seen in a case of another check. */
  readonly breaks: Map<string, readonly Exchange[]>;
  /** The exchanges that another rule's break left undecided, each seen in a case of another check. */
  readonly undecided: Map<string, readonly Exchange[]>;
  caution: StandingSighting | undefined;
  /** The rule whose break left nothing to judge in an exchange. */
  undecidedBy: string | undefined;
  /** Why an exchange gave nothing to judge. */
  idle: string | undefined;
}

const maxWitnesses = 3;
/** Cases beyond these show nothing new, and their exchanges need room. Those of the first checks by name are kept, so that equal runs keep the same. */
const maxBreaks = 24;

/** Gathers, over a whole run, what the standing checks say of every case. */
export class StandingLedger {
  readonly #entries = new Map<string, Entry>();
  readonly #checks: readonly StandingCheck[];
  readonly #rules: ReadonlySet<string>;

  constructor(checks: readonly StandingCheck[], rules: ReadonlySet<string>) {
    this.#checks = checks.filter((check) => check.rules.some((rule) => rules.has(rule)));
    this.#rules = rules;
  }

  /** Judges one case and remembers the first sighting of each break. */
  take(history: History, where: CheckPlace): void {
    const broken = new Set<string>();
    for (const judgement of judge(this.#checks, history)) {
      if (!this.#rules.has(judgement.rule)) continue;
      const entry = this.#entry(judgement.rule);
      if (judgement.undecidedBy !== undefined) {
        entry.undecidedBy ??= judgement.undecidedBy;
        keepOne(entry.undecided, where.check, () => exchangesOf(judgement, history));
        continue;
      }
      if (judgement.idle !== undefined) {
        entry.idle ??= judgement.idle;
        continue;
      }
      entry.exercised += 1;
      if (judgement.finding === undefined) {
        if (entry.witnesses.length === 0) entry.witnesses = exchangesOf(judgement, history).slice(0, maxWitnesses);
      } else if (judgement.caution === true) {
        entry.caution ??= sighted(where, judgement.finding, judgement, history);
      } else if (!broken.has(judgement.rule)) {
        broken.add(judgement.rule);
        keepOne(entry.breaks, where.check, () => exchangesOf(judgement, history));
        const known = entry.violation;
        // A case that asks as the suite does shows the break with less.
        const first =
          known === undefined || (known.client !== undefined && where.client === undefined)
            ? sighted(where, judgement.finding, judgement, history)
            : known;
        entry.violation = { ...first, cases: (known?.cases ?? 0) + 1 };
      }
    }
  }

  entry(rule: string): Readonly<Entry> | undefined {
    return this.#entries.get(rule);
  }

  /** True while nothing was seen of a rule. */
  isStarved(rule: string): boolean {
    const entry = this.entry(rule);
    return entry === undefined || (entry.exercised === 0 && entry.undecidedBy === undefined);
  }

  #entry(rule: string): Entry {
    let entry = this.#entries.get(rule);
    if (entry === undefined) {
      entry = {
        exercised: 0,
        witnesses: [],
        violation: undefined,
        breaks: new Map(),
        undecided: new Map(),
        caution: undefined,
        undecidedBy: undefined,
        idle: undefined,
      };
      this.#entries.set(rule, entry);
    }
    return entry;
  }
}

function keepOne(kept: Map<string, readonly Exchange[]>, check: string, exchanges: () => readonly Exchange[]): void {
  if (kept.has(check)) return;
  const last = kept.size < maxBreaks ? undefined : [...kept.keys()].reduce((one, other) => (one > other ? one : other));
  if (last !== undefined && last < check) return;
  if (last !== undefined) kept.delete(last);
  kept.set(check, exchanges());
}

function sighted(where: CheckPlace, finding: Finding, judgement: Judgement, history: History): StandingSighting {
  return { ...where, finding: readableFinding(finding), exchanges: exchangesOf(judgement, history), cases: 0 };
}

function exchangesOf(judgement: Judgement, { exchanges }: History): readonly Exchange[] {
  return exchanges.filter(({ id }) => judgement.exchanges.includes(id));
}

/** All judgements of all checks on one case. */
export function* judge(checks: readonly StandingCheck[], history: History): Generator<Judgement> {
  for (const check of checks) yield* check.judge(history);
}

/** What a case shows of one rule: whether the case exercised it, its first break, if any, and whether another rule's break left something undecided. */
export function standingIn(
  checks: readonly StandingCheck[],
  rule: string,
  history: History,
): { readonly judged: boolean; readonly broken: Finding | undefined; readonly undecided: boolean } {
  let judged = false;
  let undecided = false;
  for (const check of checks) {
    if (!check.rules.includes(rule)) continue;
    for (const judgement of check.judge(history)) {
      if (judgement.rule !== rule) continue;
      const { finding, caution, exchanges, undecidedBy, idle } = judgement;
      undecided ||= undecidedBy !== undefined;
      if (undecidedBy !== undefined || idle !== undefined) continue;
      judged = true;
      if (finding !== undefined && caution !== true)
        return { judged, undecided, broken: readableFinding({ exchanges, ...finding }) };
    }
  }
  return { judged, undecided, broken: undefined };
}
