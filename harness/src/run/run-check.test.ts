import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SetupFailed } from '../check/setup-failed.ts';
import { Violation } from '../check/violation.ts';
import { defineCheck } from '../world/define-check.ts';
import { aCheck, aTarget, runOptions } from './run-fixture.fixture.ts';
import type { OpenWorld, WorldOptions } from './run-options.ts';
import { runSuite } from './run-suite.ts';

/** A target under which every case is hurried, unless it is to be patient; what is waited for comes to the patient, or to nobody. */
function hurryingTarget(comesLate: boolean) {
  const plain = aTarget();
  const late = new WeakSet<object>();
  const target = aTarget({
    async openWorld(label, { isPatient = false }: WorldOptions = {}): Promise<OpenWorld> {
      const opened = await plain.openWorld(label);
      if (isPatient && comesLate) late.add(opened.world);
      return { ...opened, wasHurried: () => !isPatient };
    },
  });
  const check = aCheck('a.waits', async (world) => {
    world.stated();
    if (!late.has(world)) throw new Violation({ expected: 'an event', observed: 'none' });
  });
  return runOptions([check], { target });
}

it('does not count what a hurried case found where it holds with whole waits', async () => {
  const [rule] = (await runSuite(hurryingTarget(true))).rules;
  expect(rule).toMatchObject({ verdict: 'pass', cases: { run: 20, exercised: 20 } });
});

it('counts what a hurried case found where whole waits find it too', async () => {
  const [rule] = (await runSuite(hurryingTarget(false))).rules;
  expect(rule).toMatchObject({ verdict: 'fail', failure: { observed: 'none' } });
});

const ofFiveCases = { rule: 'a.rule', input: fc.constantFrom(1, 2, 3, 4, 5), examples: [1, 2, 3, 4, 5], cases: 5 };

/** A check of a few cases of which some break at their first run alone, and some at each. */
function breakingAt(once: readonly number[], always: readonly number[]) {
  const seen = new Set<number>();
  const check = defineCheck({
    ...ofFiveCases,
    async decide(world, input) {
      world.stated();
      const isFirst = !seen.has(input);
      seen.add(input);
      if (always.includes(input) || (isFirst && once.includes(input)))
        throw new Violation({ expected: 'nothing', observed: `${input}` });
    },
  });
  return runOptions([check]);
}

it('shows a break that comes again before one that does not', async () => {
  const [rule] = (await runSuite(breakingAt([1, 3], [4]))).rules;
  expect(rule).toMatchObject({ verdict: 'fail', failure: { observed: '4' } });
});

it('calls a rule flaky where no break of any case comes again', async () => {
  const [rule] = (await runSuite(breakingAt([2, 3], []))).rules;
  expect(rule).toMatchObject({ verdict: 'flaky', cases: { run: 5 }, failure: { observed: '2' } });
});

it('looks for no further case where three did not break again', async () => {
  const [rule] = (await runSuite(breakingAt([1, 2, 3, 4], [5]))).rules;
  expect(rule).toMatchObject({ verdict: 'flaky', cases: { run: 3 } });
});

/** A check of five cases, of which the set-up of the third fails: at its first run, or at each. */
function failingSetup(isLasting: boolean) {
  let isFirst = true;
  const check = defineCheck({
    ...ofFiveCases,
    async decide(world, input) {
      world.stated();
      if (input !== 3 || !(isFirst || isLasting)) return;
      isFirst = false;
      throw new SetupFailed('an empty reply');
    },
  });
  return runOptions([check]);
}

it('runs a case again whose set-up failed where that of the others held', async () => {
  const [rule] = (await runSuite(failingSetup(false))).rules;
  expect(rule).toMatchObject({ verdict: 'pass', cases: { run: 5, exercised: 5 } });
});

it('does not pass a rule where the set-up of one case fails again', async () => {
  const [rule] = (await runSuite(failingSetup(true))).rules;
  expect(rule).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining('an empty reply') });
});
