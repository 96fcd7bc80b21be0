import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSimulator } from '@gateproof/simulator';
import OpenAI from 'openai';

const simulator = await startSimulator();
after(() => simulator.close());

test('waits and tries again', async (context) => {
  const account = await simulator.account();
  context.after(() => account.finish());
  await account.faults.set({ fault: { kind: 'refuse', code: 'rate_limited', retryAfterMs: 100 }, times: 1 });
  const client = new OpenAI({ baseURL: account.baseUrl, apiKey: account.apiKey });
  const { choices } = await client.chat.completions.create({
    model: 'gateproof/echo',
    messages: [{ role: 'user', content: 'Hello' }],
  });
  assert.equal(choices[0].message.content, 'Hello');
});
