import { expect, test } from 'vitest';
import { forecastOf } from './forecast-of.ts';
import { aCheck, aRule } from './run-fixture.fixture.ts';
import { planDurationMs, planRun } from './run-plan.ts';

const check = aCheck('a.rule', async () => undefined);
const cost = { cases: 20, requests: 60, generations: 20, rounds: 40 };
const planning = {
  suite: { measured: { 'a.rule': { routes: [], cost } } },
  effort: 'standard',
  lanes: 8,
  times: { chatMs: 1_000, otherMs: 100, arrangeMs: 0 },
  mayRunAhead: true,
} as const;
const plan = (
  patch: Partial<Parameters<typeof planRun>[1]> = {},
  one: Partial<typeof check> & { waits?: boolean } = {},
) => planRun([aRule('a.rule')], { ...planning, checks: new Map([['a.rule', { ...check, ...one }]]), ...patch });

test('a rule takes its answers one after the other, chats and others as long as the target took for them', () => {
  const [rule] = plan({ mayRunAhead: false }).rules;
  expect(rule).toMatchObject({ requests: 60, generations: 20, workMs: 22_240, longMs: 22_240, sideBySide: 1 });
});

test('a slow target makes cases of a long rule run side by side, and a fast one does not', () => {
  expect(plan().rules[0]).toMatchObject({ sideBySide: 4, longMs: 5_560 });
  expect(plan({ times: { chatMs: 20, otherMs: 2, arrangeMs: 0 } }).rules[0]?.sideBySide).toBe(1);
  expect(plan({}, { waits: true }).rules[0]?.sideBySide).toBe(8);
});

test('at quick effort fewer cases are planned', () => {
  expect(plan({ effort: 'quick' }).rules[0]).toMatchObject({ requests: 21, generations: 7 });
});

test('a run takes no less than its longest rule, and needs a limit that its shares fit into', () => {
  const long = plan({ mayRunAhead: false });
  expect(planDurationMs(long)).toBe(22_240);
  const under = (limitMs: number) =>
    forecastOf(long, { limitMs, parts: { active: 0.8, oneRule: 0.2 }, answerMs: 100, isPaid: true });
  expect(under(600_000)).toMatchObject({ requests: 60, generations: 20, tokens: 1_400, neededLimitMs: undefined });
  expect(under(60_000).neededLimitMs).toBe(180_000);
});
