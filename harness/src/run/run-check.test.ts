import { expect, it } from 'vitest';
import { Violation } from '../check/violation.ts';
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
