import { startSimulator } from '@gateproof/simulator';
import OpenAI from 'openai';

let simulator;
let account;
beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.close());
beforeEach(async () => {
  account = await simulator.account();
});
afterEach(() => account.finish());

test('waits and tries again', async () => {
  await account.faults.set({ fault: { kind: 'refuse', code: 'rate_limited', retryAfterMs: 100 }, times: 1 });
  const client = new OpenAI({ baseURL: account.baseUrl, apiKey: account.apiKey });
  const { choices } = await client.chat.completions.create({
    model: 'gateproof/echo',
    messages: [{ role: 'user', content: 'Hello' }],
  });
  expect(choices[0].message.content).toBe('Hello');
});
