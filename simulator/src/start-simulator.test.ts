import { expect, test } from 'vitest';
import { startSimulator } from './start-simulator.ts';

test('closes the simulator and removes the account where they are disposed of', async () => {
  let url = '';
  {
    await using simulator = await startSimulator();
    url = simulator.url;
    let apiKey = '';
    {
      await using account = await simulator.account();
      apiKey = account.apiKey;
      expect((await account.request('/models')).status).toBe(200);
    }
    const headers = { authorization: `Bearer ${apiKey}` };
    expect((await fetch(`${url}/v1/models`, { headers })).status).toBe(401);
  }
  await expect(fetch(`${url}/v1/models`)).rejects.toThrow('fetch failed');
});

test('reaches its testbed with the token that it was given', async () => {
  await using simulator = await startSimulator({ testbedToken: 'secret' });
  await using account = await simulator.account();
  expect(account.id).toMatch(/^acc/);
});

test('an account whose fault did not act can not finish, and is removed all the same', async () => {
  await using simulator = await startSimulator();
  const account = await simulator.account();
  await account.faults.set({ kind: 'empty' });
  await expect(account.finish()).rejects.toThrow(/fault-1/);
  await expect(account.usage()).rejects.toThrow(`no account ${account.id}`);
});
