import type { PlannedRule, RunPlan } from './run-plan.ts';

/** Work that counts as done as planned before any was, so that the first rules alone decide nothing, in ms. */
const trustedMs = 2_000;
/** A running rule counts as no further than this before its end. */
const mostOfRule = 0.9;

interface RunningRule {
  readonly rule: PlannedRule;
  readonly beganMs: number;
}

/** Estimates how long a run takes yet: from its plan, and from how much faster or slower than planned its rules were decided so far. */
export class TimeLeft {
  readonly #lanes: number;
  readonly #rules: ReadonlyMap<string, PlannedRule>;
  readonly #waiting: Map<string, PlannedRule>;
  readonly #running = new Map<string, RunningRule>();
  readonly #beganMs: number;
  #doneMs = 0;
  /** While every lane is busy; later it stays as it was. */
  #lastPace = 1;

  constructor({ rules, lanes }: RunPlan, beganMs: number) {
    this.#lanes = lanes;
    this.#beganMs = beganMs;
    this.#rules = new Map(rules.map((rule) => [rule.id, rule]));
    this.#waiting = new Map(this.#rules);
  }

  /** One that was decided already may begin again, if its share of the time was too short. */
  begin(id: string, nowMs: number): void {
    const rule = this.#rules.get(id);
    if (rule === undefined) return;
    this.#pace(nowMs);
    this.#waiting.delete(id);
    this.#running.set(id, { rule, beganMs: nowMs });
  }

  decided(id: string): void {
    this.#doneMs += (this.#running.get(id)?.rule ?? this.#waiting.get(id))?.workMs ?? 0;
    this.#running.delete(id);
    this.#waiting.delete(id);
  }

  /** In ms; undefined while nothing that was planned is left. */
  estimate(nowMs: number): number | undefined {
    if (this.#waiting.size + this.#running.size === 0) return undefined;
    const pace = this.#pace(nowMs);
    const running = [...this.#running.values()];
    const left = running.map((one) => one.rule.longMs * pace * (1 - partDone(one, nowMs, pace)));
    const waiting = [...this.#waiting.values()];
    const workMs =
      sumOf(waiting, ({ workMs }) => workMs) +
      sumOf(running, (one) => one.rule.workMs * (1 - partDone(one, nowMs, pace)));
    return Math.max((workMs * pace) / this.#lanes, ...waiting.map(({ longMs }) => longMs * pace), ...left);
  }

  /** How much longer than planned the work takes. */
  #pace(nowMs: number): number {
    if (this.#waiting.size === 0) return this.#lastPace;
    const begunMs = sumOf([...this.#running.values()], (one) => one.rule.workMs * partDone(one, nowMs, this.#lastPace));
    const spentMs = (nowMs - this.#beganMs) * this.#lanes;
    this.#lastPace = (spentMs + trustedMs) / (this.#doneMs + begunMs + trustedMs);
    return this.#lastPace;
  }
}

function partDone({ rule, beganMs }: RunningRule, nowMs: number, pace: number): number {
  return Math.min(mostOfRule, (nowMs - beganMs) / Math.max(1, rule.longMs * pace));
}

function sumOf<T>(items: readonly T[], numberOf: (item: T) => number): number {
  return items.reduce((sum, item) => sum + numberOf(item), 0);
}
