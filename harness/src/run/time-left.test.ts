import { expect, test } from 'vitest';
import type { PlannedRule } from './run-plan.ts';
import { TimeLeft } from './time-left.ts';

const lanes = 8;

/** Draws from 0 to 1 that follow from a seed. */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Some five hundred rules, a few of them with sixty times the cases of the others, of which some wait whatever the target does. */
function rulesAt(answerMs: number, draw: () => number): readonly PlannedRule[] {
  const rules = Array.from({ length: 500 }, (_, place) => {
    const rounds = Math.ceil(draw() ** 4 * 120) + 2;
    const workMs = rounds * (answerMs + 4) + (place < 12 ? 3_000 : 0);
    const sideBySide = answerMs >= 30 && workMs >= 3_000 ? 4 : 1;
    return { id: `r${place}`, requests: rounds, generations: 1, workMs, longMs: workMs / sideBySide, sideBySide };
  });
  return rules.toSorted((one, other) => other.workMs - one.workMs);
}

/** A case that waits for a lane, or has one until it ends. */
interface Case {
  readonly rule: string;
  readonly takesMs: number;
  endsAtMs: number;
}

/** Runs the rules on a clock of its own, each `factor` times as long as planned, give or take a half, and returns how wrong the estimates were. */
function simulate(rules: readonly PlannedRule[], factor: number, draw: () => number): readonly number[] {
  const left = new TimeLeft({ rules, lanes }, 0);
  const waiting = [...rules];
  const open = new Map<string, Case[]>();
  const queue: Case[] = [];
  const running: Case[] = [];
  const estimates: (readonly [nowMs: number, leftMs: number])[] = [];
  let nowMs = 0;
  const beginRules = () => {
    for (let rule = open.size < lanes ? waiting.shift() : undefined; rule !== undefined; ) {
      const { id, workMs, requests, sideBySide } = rule;
      const takesMs = (workMs / requests) * factor * (0.5 + draw());
      const cases = Array.from({ length: requests }, () => ({ rule: id, takesMs, endsAtMs: 0 }));
      left.begin(id, nowMs);
      queue.push(...cases.splice(0, sideBySide));
      open.set(id, cases);
      rule = open.size < lanes ? waiting.shift() : undefined;
    }
  };
  const endCase = (ended: Case) => {
    const more = open.get(ended.rule)?.shift();
    const isOver = ![...queue, ...running].some(({ rule }) => rule === ended.rule);
    if (more !== undefined) queue.push(more);
    else if (isOver) {
      open.delete(ended.rule);
      left.decided(ended.rule);
      estimates.push([nowMs, left.estimate(nowMs) ?? 0]);
    }
  };
  for (;;) {
    beginRules();
    for (const one of queue.splice(0, lanes - running.length)) {
      one.endsAtMs = nowMs + one.takesMs;
      running.push(one);
    }
    running.sort((one, other) => one.endsAtMs - other.endsAtMs);
    const next = running.shift();
    if (next === undefined) break;
    nowMs = next.endsAtMs;
    endCase(next);
  }
  // At the very end every second counts as much as the whole.
  const shown = estimates.filter(([atMs]) => atMs >= nowMs / 10 && atMs <= nowMs * 0.95);
  return shown.map(([atMs, leftMs]) => leftMs / (nowMs - atMs));
}

test.each([
  [1, 1],
  [50, 1],
  [300, 1],
  [300, 3],
  [50, 0.4],
])(
  'from a tenth of the run on the time left is right within a factor of two, at %i ms an answer and %d times as long as planned',
  (answerMs, factor) => {
    for (const seed of [1, 2, 3]) {
      const draw = drawing(seed);
      const wrong = simulate(rulesAt(answerMs, draw), factor, draw);
      expect(wrong.length).toBeGreaterThan(100);
      expect(Math.max(...wrong)).toBeLessThan(2);
      expect(Math.min(...wrong)).toBeGreaterThan(0.5);
    }
  },
);

test('a rule that gets more time counts while it runs again, and nothing is said once all is over', () => {
  const rule = { id: 'a', requests: 1, generations: 1, workMs: 5_000, longMs: 5_000, sideBySide: 1 };
  const left = new TimeLeft({ rules: [rule], lanes: 1 }, 0);
  left.begin('a', 0);
  left.decided('a');
  expect(left.estimate(5_000)).toBeUndefined();
  left.begin('a', 6_000);
  expect(left.estimate(6_000)).toBeGreaterThan(3_000);
});
