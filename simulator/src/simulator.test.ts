import { describe, expect, test } from 'vitest';
import { createSimulator } from './simulator.ts';

describe('a simulator with an option that the application refuses', () => {
  const unusable = () => createSimulator({ trustedProxies: ['no address'] });

  test.each([
    ['listen', (simulator: ReturnType<typeof unusable>) => simulator.listen()],
    ['connect', (simulator: ReturnType<typeof unusable>) => simulator.connect()],
  ])('says so to whoever uses it: %s', async (_name, use) => {
    const simulator = unusable();
    await expect(use(simulator)).rejects.toThrow('invalid IP address: no address');
    await simulator.close();
  });

  test('closes without use', async () => {
    await expect(unusable().close()).resolves.toBeUndefined();
  });
});
