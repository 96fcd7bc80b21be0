import type { History, Judgement, StandingCheck } from '../check/check.ts';
import { type Finding, readableFinding } from '../check/finding.ts';
import type { Exchange } from '../exchange/exchange.ts';

/** From these a case can be generated again. */
interface CasePlace {
  readonly check: string;
  readonly seed: number;
  readonly path: string;
}

/** Where a standing rule was first seen broken or doubtful, and in how many cases it was seen broken in all. */
export interface StandingSighting extends CasePlace {
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
  caution: StandingSighting | undefined;
  /** The rule whose break left nothing to judge in an exchange. */
  undecidedBy: string | undefined;
  /** Why an exchange gave nothing to judge. */
  idle: string | undefined;
}

const maxWitnesses = 3;
/** Breaks beyond these show nothing new, and their exchanges need room. */
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
  take(history: History, where: CasePlace): void {
    const broken = new Set<string>();
    for (const judgement of judge(this.#checks, history)) {
      if (!this.#rules.has(judgement.rule)) continue;
      const entry = this.#entry(judgement.rule);
      if (judgement.undecidedBy !== undefined) {
        entry.undecidedBy ??= judgement.undecidedBy;
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
        if (entry.breaks.size < maxBreaks && !entry.breaks.has(where.check))
          entry.breaks.set(where.check, exchangesOf(judgement, history));
        entry.violation = {
          ...(entry.violation ?? sighted(where, judgement.finding, judgement, history)),
          cases: (entry.violation?.cases ?? 0) + 1,
        };
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
        caution: undefined,
        undecidedBy: undefined,
        idle: undefined,
      };
      this.#entries.set(rule, entry);
    }
    return entry;
  }
}

function sighted(where: CasePlace, finding: Finding, judgement: Judgement, history: History): StandingSighting {
  return { ...where, finding: readableFinding(finding), exchanges: exchangesOf(judgement, history), cases: 0 };
}

function exchangesOf(judgement: Judgement, { exchanges }: History): readonly Exchange[] {
  return exchanges.filter(({ id }) => judgement.exchanges.includes(id));
}

/** All judgements of all checks on one case. */
export function* judge(checks: readonly StandingCheck[], history: History): Generator<Judgement> {
  for (const check of checks) yield* check.judge(history);
}

/** What a case shows of one rule: whether it was judged at all, and its first break, if any. */
export function standingIn(
  checks: readonly StandingCheck[],
  rule: string,
  history: History,
): { readonly judged: boolean; readonly broken: Finding | undefined } {
  let judged = false;
  for (const check of checks) {
    if (!check.rules.includes(rule)) continue;
    for (const judgement of check.judge(history)) {
      if (judgement.rule !== rule) continue;
      const { finding, caution, exchanges, undecidedBy, idle } = judgement;
      if (undecidedBy !== undefined || idle !== undefined) continue;
      judged = true;
      if (finding !== undefined && caution !== true)
        return { judged, broken: readableFinding({ exchanges, ...finding }) };
    }
  }
  return { judged, broken: undefined };
}
