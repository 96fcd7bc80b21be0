import type { History, Judgement, StandingCheck } from '../check/check.ts';
import type { Finding } from '../check/violation.ts';
import type { Exchange } from '../exchange/exchange.ts';

/** From these a case can be generated again. */
interface CasePlace {
  readonly check: string;
  readonly seed: number;
  readonly path: string;
}

/** Where a standing rule was first seen broken, and in how many cases in all. */
export interface StandingSighting extends CasePlace {
  readonly finding: Finding;
  readonly exchanges: readonly Exchange[];
  readonly cases: number;
}

interface Entry {
  exercised: number;
  readonly witnesses: string[];
  violation: StandingSighting | undefined;
  caution: { readonly finding: Finding; readonly exchanges: readonly string[] } | undefined;
}

const maxWitnesses = 3;

/** Gathers, over a whole run, what the standing checks say of every case. */
export class StandingLedger {
  readonly #entries = new Map<string, Entry>();
  readonly #checks: readonly StandingCheck[];
  readonly #rules: ReadonlySet<string>;
  readonly #kept = new Map<string, Exchange>();

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
      entry.exercised += 1;
      if (entry.witnesses.length < maxWitnesses) {
        entry.witnesses.push(...judgement.exchanges.slice(0, maxWitnesses - entry.witnesses.length));
      }
      if (judgement.finding === undefined) continue;
      if (judgement.caution === true) {
        if (entry.caution !== undefined) continue;
        entry.caution = { finding: judgement.finding, exchanges: judgement.exchanges };
        this.#keep(history, judgement.exchanges);
      } else if (!broken.has(judgement.rule)) {
        broken.add(judgement.rule);
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

  /** Exchanges that a caution points to. */
  kept(): ReadonlyMap<string, Exchange> {
    return this.#kept;
  }

  #keep(history: History, ids: readonly string[]): void {
    for (const exchange of history.exchanges) if (ids.includes(exchange.id)) this.#kept.set(exchange.id, exchange);
  }

  #entry(rule: string): Entry {
    let entry = this.#entries.get(rule);
    if (entry === undefined) {
      entry = { exercised: 0, witnesses: [], violation: undefined, caution: undefined };
      this.#entries.set(rule, entry);
    }
    return entry;
  }
}

function sighted(where: CasePlace, finding: Finding, judgement: Judgement, history: History): StandingSighting {
  const exchanges = history.exchanges.filter(({ id }) => judgement.exchanges.includes(id));
  return { ...where, finding, exchanges, cases: 0 };
}

/** All judgements of all checks on one case. */
export function* judge(checks: readonly StandingCheck[], history: History): Generator<Judgement> {
  for (const check of checks) yield* check.judge(history);
}

/** The first break of one rule in a case, if any. */
export function brokenIn(checks: readonly StandingCheck[], rule: string, history: History): Judgement | undefined {
  for (const check of checks) {
    if (!check.rules.includes(rule)) continue;
    for (const judgement of check.judge(history)) {
      if (judgement.rule === rule && judgement.finding !== undefined && judgement.caution !== true) return judgement;
    }
  }
  return undefined;
}
