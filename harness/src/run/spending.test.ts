import { expect, test } from 'vitest';
import { anExchange } from './run-fixture.fixture.ts';
import { Spending } from './spending.ts';

const answered = (path: string, status: number, type: string, text: string) =>
  anExchange({
    request: { method: 'POST', url: `http://target/v1/${path}`, headers: [], body: new Uint8Array(), atMs: 0 },
    response: { status, headers: [['content-type', type]], body: Buffer.from(text), arrivals: [], headersAtMs: 1 },
  });
const json = (path: string, status: number, value: unknown) =>
  answered(path, status, 'application/json', JSON.stringify(value));
const chat = 'chat/completions';

test('what was served is counted, with the tokens that its usage reports', () => {
  const spending = new Spending();
  spending.take([
    json(chat, 200, { usage: { prompt_tokens: 5, completion_tokens: 7 } }),
    json(chat, 200, {}),
    json(chat, 400, { usage: { prompt_tokens: 100 } }),
    json('images/generations', 202, { usage: null }),
    anExchange(),
  ]);
  expect(spending.cost).toEqual({ generations: 3, reported: 1, promptTokens: 5, completionTokens: 7 });
});

test('a stream has its usage in a chunk', () => {
  const spending = new Spending();
  const chunks = ['{"usage":null}', '{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4}}', '[DONE]'];
  spending.take([answered(chat, 200, 'text/event-stream', chunks.map((chunk) => `data: ${chunk}\n\n`).join(''))]);
  expect(spending.cost).toMatchObject({ reported: 1, promptTokens: 3, completionTokens: 4 });
});

test('numbers that are none count as nothing', () => {
  const spending = new Spending();
  spending.take([json(chat, 200, { usage: { prompt_tokens: '5', completion_tokens: -7 } })]);
  expect(spending.cost).toEqual({ generations: 1, reported: 1, promptTokens: 0, completionTokens: 0 });
});
