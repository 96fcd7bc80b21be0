import OpenAI from 'openai';
import { describe, expect } from 'vitest';
import { simulatorTest, test } from './vitest.ts';

const lenient = simulatorTest({ allowIdleFaults: true });
const seen: string[] = [];

// What the fixture leaves behind shows only in a later test: here the order counts.
describe('the Vitest fixture', { shuffle: false }, () => {
  test.for([1, 2])(
    'gives test %i an account of its own that any client can use',
    async (_number, { account, control }) => {
      seen.push(account.id);
      expect(new Set(seen).size).toBe(seen.length);
      const openai = new OpenAI({ baseURL: account.baseUrl, apiKey: account.apiKey, maxRetries: 0 });
      const completion = await openai.chat.completions.create({
        model: 'gateproof/echo',
        messages: [{ role: 'user', content: 'Hello' }],
      });
      expect(completion.choices[0]?.message.content).toMatch(/\w/);
      expect((await account.usage()).generations).toHaveLength(1);
      expect((await control.describe()).protocol).toBe('gateproof-testbed/1');
    },
  );

  test('removes the accounts of tests that are over', async ({ simulator, control }) => {
    expect(seen).toHaveLength(2);
    const gone = control.accounts.open({ id: seen[0] ?? '', apiKey: 'sk-x' });
    await expect(gone.usage()).rejects.toThrow(`no account ${seen[0]}`);
    expect((await simulator.fetch(`${simulator.url}/v1/models`)).status).toBe(401);
  });

  test.fails('fails a test whose fault did not act', async ({ account }) => {
    await account.faults.set({ kind: 'empty' });
  });

  lenient('lets it pass where that is allowed', async ({ account }) => {
    expect(await account.faults.set({ kind: 'empty' })).toHaveLength(1);
  });
});
