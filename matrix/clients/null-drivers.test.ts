import { type Driver, openClient, runSuite } from '@gateproof/harness';
import { type DriverAnswer, driverFeatures, driverOperations, driverProtocol, loadRules } from '@gateproof/spec';
import { clientSuite } from '@gateproof/suites';
import { expect, test } from 'vitest';

const rules = loadRules().filter(({ party }) => party === 'client');

/** Drivers that answer the same whatever is asked. */
const answers: Readonly<Record<string, (params: object) => Pick<DriverAnswer, 'ok'> & object>> = {
  'success to everything': () => ({ ok: true, result: {} }),
  'validity to everything': () => ({
    ok: true,
    result: { valid: true, complete: true, content: '', state: 'succeeded' },
  }),
  'failure to everything': () => ({ ok: false, error: { message: 'no' } }),
  'an echo': (params) => ({ ok: true, result: params }),
};

test.each(Object.keys(answers))('a driver that answers %s passes no rule', async (name) => {
  const driver = async (): Promise<Driver> => ({
    description: { protocol: driverProtocol, name, operations: driverOperations, features: driverFeatures },
    call: async ({ params = {} }) => ({ id: 0, ...answers[name]?.(params) }) as DriverAnswer,
    close: async () => undefined,
  });
  const target = await openClient({
    driver,
    prefix: 'svc',
    drivers: 8,
    callLimitMs: 2_000,
    runId: 'null',
    arguments: [],
  });
  const document = await runSuite({
    target,
    suite: clientSuite,
    rules,
    catalogue: rules,
    toolVersion: '0',
    runId: 'null',
    seed: 1,
    concurrency: 8,
  });
  await target.close();
  expect(document.rules.filter(({ verdict }) => verdict === 'pass').map(({ rule }) => rule)).toEqual([]);
});
