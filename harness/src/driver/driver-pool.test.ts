import { expect, test } from 'vitest';
import { type Driver, DriverTrouble } from './driver.ts';
import { DriverPool } from './driver-pool.ts';
import { DriverSilent } from './driver-silent.ts';

/** A driver that answers its name, or fails so. */
const driver = (name: string, trouble?: Error): Driver => ({
  description: { protocol: 'gateproof-driver/1', name, operations: [] },
  call: () =>
    trouble === undefined ? Promise.resolve({ id: 0, ok: true, result: { name } }) : Promise.reject(trouble),
  close: async () => undefined,
});
const request = { op: 'chat' } as const;

test('a driver that failed is replaced, and the call rejects with what it did', async () => {
  const pool = new DriverPool(driver('first', new DriverTrouble('the driver died')), async () => driver('second'), 1);
  await expect(pool.call(request, 10)).rejects.toMatchObject({ name: 'SetupFailed', message: 'the driver died' });
  await expect(pool.call(request, 10)).resolves.toMatchObject({ result: { name: 'second' } });
});

test('silence is an error of its own', async () => {
  const silent = new DriverTrouble('the driver gave no answer', { isSilent: true });
  const pool = new DriverPool(driver('first', silent), async () => driver('second'), 1);
  await expect(pool.call(request, 10)).rejects.toBeInstanceOf(DriverSilent);
});

test('a driver that can not be started again is not tried for ever, and nobody waits for it', async () => {
  let starts = 0;
  const start = async () => {
    starts += 1;
    throw new DriverTrouble('the driver died (exit code 1)');
  };
  const pool = new DriverPool(driver('first', new DriverTrouble('the driver died')), start, 2);
  const calls = await Promise.allSettled(Array.from({ length: 20 }, () => pool.call(request, 10)));
  expect(calls.filter(({ status }) => status === 'rejected')).toHaveLength(20);
  expect(starts).toBeLessThanOrEqual(4);
  await expect(pool.call(request, 10)).rejects.toThrow('could not be started again: the driver died (exit code 1)');
});

test('one driver takes all calls of a use, and is replaced when the use found something', async () => {
  let started = 0;
  const start = async () => {
    started += 1;
    return driver(`number ${started}`);
  };
  const pool = new DriverPool(driver('first'), start, 1);
  const names = await pool.onOne((call) => Promise.all([call(request, 10), call(request, 10)]));
  expect(names).toMatchObject([{ result: { name: 'first' } }, { result: { name: 'first' } }]);
  await expect(pool.onOne(() => Promise.reject(new Error('found')))).rejects.toThrow('found');
  await expect(pool.call(request, 10)).resolves.toMatchObject({ result: { name: 'number 1' } });
});

test('as many run side by side as there is room for', async () => {
  let running = 0;
  let most = 0;
  const slow = (): Driver => ({
    ...driver('slow'),
    async call() {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return { id: 0, ok: true, result: {} };
    },
  });
  const pool = new DriverPool(slow(), async () => slow(), 3);
  await Promise.all(Array.from({ length: 12 }, () => pool.call(request, 10)));
  expect(most).toBe(3);
});
