import { expect, test } from 'vitest';
import { Violation } from '../check/violation.ts';
import type { CaseOutcome } from './case-outcome.ts';
import { CasesAhead } from './cases-ahead.ts';
import { examplesOf } from './examples-of.ts';
import { replayCase } from './run-check.ts';
import type { CaseOptions } from './run-context.ts';
import { aCheck, runOptions } from './run-fixture.fixture.ts';
import { runSuite } from './run-suite.ts';

const held: CaseOutcome = { end: { kind: 'held' }, caution: undefined, exchanges: [], durationMs: 1, isHurried: false };
const check = { ...aCheck('a.waits', async () => undefined), examples: [901, 902], waits: true };

test('the cases are those that the seed and path of each generate, in order', async () => {
  const begun: unknown[] = [];
  const asked: unknown[] = [];
  const runCase = async (_check: unknown, input: unknown, how?: CaseOptions) => {
    begun.push(input);
    asked.push(how?.client);
    return held;
  };
  const ahead = new CasesAhead(check, { seed: 5, from: 1, count: 4 }, { runCase, clients: ['one'], sideBySide: 8 });
  await ahead.take(3);
  const replayed: unknown[] = [];
  const take = async (_check: unknown, input: unknown) => {
    replayed.push(input);
    return held;
  };
  for (const path of ['1', '2', '3', '4']) await replayCase(check, { seed: 5, path }, { runCase: take });
  expect(begun).toEqual(replayed);
  expect(asked).toEqual([undefined, 'one', undefined, 'one']);
  expect(begun[0]).toBe(examplesOf(check)[1]?.[0]);
});

/** Cases that end when the test lets them. */
function heldCases(one = check, sideBySide = 8) {
  const begun: PromiseWithResolvers<CaseOutcome>[] = [];
  const runCase = () => {
    const one = Promise.withResolvers<CaseOutcome>();
    begun.push(one);
    return one.promise;
  };
  const end = async (outcome: CaseOutcome, from: number, to?: number) => {
    for (const one of begun.slice(from, to)) one.resolve(outcome);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const range = { seed: 5, from: 0, count: 60 };
  return { begun, end, ahead: new CasesAhead(one, range, { runCase, clients: [], sideBySide }) };
}

test('eight cases run side by side, and a long one keeps no short ones waiting until 32 have begun', async () => {
  const { begun, end, ahead } = heldCases();
  const first = ahead.take(0);
  expect(begun).toHaveLength(8);
  await end(held, 1, 3);
  expect(begun).toHaveLength(10);
  for (let rounds = 0; rounds < 8; rounds += 1) await end(held, 1);
  expect(begun).toHaveLength(32);
  await end(held, 0, 1);
  await first;
  void ahead.take(4);
  expect(begun).toHaveLength(36);
});

test('of a check that only a slow target makes long, a few run side by side, and none beside the first', async () => {
  const { begun, end, ahead } = heldCases({ ...check, waits: false }, 4);
  const first = ahead.take(0);
  expect(begun).toHaveLength(1);
  await end(held, 0, 1);
  await first;
  void ahead.take(1);
  expect(begun).toHaveLength(5);
});

test('no case begins after one whose outcome breaks the rule is taken', async () => {
  const { begun, end, ahead } = heldCases();
  const first = ahead.take(0);
  await end({ ...held, end: { kind: 'broke', finding: { expected: 'a', observed: 'b' } } }, 0, 1);
  await first;
  const count = begun.length;
  const ended = ahead.ended();
  await end(held, 0);
  await ended;
  expect(begun).toHaveLength(count);
});

test('a check that waits is found broken by the same case as one that does not, and made no larger', async () => {
  const brokenOf = async (waits: boolean) => {
    const decide = async (_world: unknown, input: number) => {
      if (input > 500) throw new Violation({ expected: 'at most 500', observed: String(input) });
    };
    const { rules } = await runSuite(runOptions([{ ...aCheck('a.small', decide), waits }]));
    return rules.map((record) => record.failure);
  };
  const [side, inTurn] = [await brokenOf(true), await brokenOf(false)];
  expect(inTurn[0]).toMatchObject({ observed: '501' });
  expect(side).toEqual(inTurn);
});

test('no more cases run side by side than the run allows, however many checks wait', async () => {
  let running = 0;
  let most = 0;
  const decide = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
  };
  const waiting = ['a.one', 'a.two', 'b.one'].map((rule) => ({ ...aCheck(rule, decide), waits: true }));
  await runSuite(runOptions(waiting, { concurrency: 3 }));
  expect(most).toBe(3);
});
