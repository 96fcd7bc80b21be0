import { expect, test } from 'vitest';
import { aCheck, aRule, aTarget, runOptions } from '../run/run-fixture.fixture.ts';
import { runSuite } from '../run/run-suite.ts';
import { isLoopback } from './guarded.ts';

test.each([
  ['http://127.0.0.1:8080', true],
  ['http://127.8.0.1', true],
  ['http://localhost:1', true],
  ['http://gateway.localhost', true],
  ['https://[::1]:8443', true],
  ['https://gateway.example', false],
  ['http://10.0.0.1', false],
  ['http://127.0.0.1.example.com', false],
])('%s is on loopback: %s', (url, expected) => expect(isLoopback(url)).toBe(expected));

test('nothing that may disturb others is sent to a guarded target, and everything else is judged', async () => {
  const mild = aCheck('area.mild', async (world) => world.stated());
  const flood = { ...aCheck('area.flood', async (world) => world.stated()), touches: 'gateway' as const };
  const trouble = aCheck('area.trouble', async (world) => world.stated());
  const options = runOptions([mild, flood, trouble]);
  const rules = [aRule('area.mild'), aRule('area.flood'), aRule('area.trouble', { needs: ['internal-fault'] })];
  const capabilities = new Set(['internal-fault'] as const);
  const verdicts = async (isGuarded: boolean) => {
    const target = aTarget({ isGuarded, capabilities });
    const { rules: records } = await runSuite({ ...options, target, rules, catalogue: rules });
    return records.map(({ verdict }) => verdict);
  };
  expect(await verdicts(true)).toEqual(['pass', 'not-applicable', 'not-applicable']);
  expect(await verdicts(false)).toEqual(['pass', 'pass', 'pass']);
});
