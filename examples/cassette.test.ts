import { readFileSync } from 'node:fs';
import { checkCassette, createSimulator } from '@gateproof/simulator';
import OpenAI from 'openai';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';

const text = readFileSync(new URL('cassette.yaml', import.meta.url), 'utf8');
const simulator = createSimulator({ playback: { cassette: checkCassette(parse(text)), only: true, pauses: false } });
afterAll(() => simulator.close());

test('the documented cassette refuses once, answers, and streams whatever else is asked', async () => {
  const client = new OpenAI({ baseURL: `${await simulator.listen()}/v1`, apiKey: 'any', maxRetries: 1 });
  const ask = { model: 'acme/talker', messages: [{ role: 'user' as const, content: 'Hello' }] };
  const { choices } = await client.chat.completions.create(ask);
  expect(choices[0]?.message.content).toBe('Good day.');
  let said = '';
  for await (const chunk of await client.chat.completions.create({ ...ask, stream: true })) {
    said += chunk.choices[0]?.delta.content ?? '';
  }
  expect(said).toBe('Good night.');
});
