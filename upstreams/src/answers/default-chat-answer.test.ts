import { expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import type { ReadRequest } from '../plan/upstream-request.ts';
import type { DefaultAnswer } from '../script/answer.ts';
import { chatUsage } from './chat-usage.ts';
import { defaultChatAnswer } from './default-chat-answer.ts';

const messages = [
  { role: 'user', content: 'First.' },
  { role: 'assistant', content: 'Yes?' },
  {
    role: 'user',
    content: [{ type: 'text', text: 'Say "hi",  ' }, { type: 'image_url' }, { type: 'text', text: 'now\n🌥' }],
  },
  { role: 'assistant', content: null },
];
const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const tools = ['time', 'weather'].map((name) => ({ type: 'function', function: { name, parameters } }));

function answerTo(fields: JsonObject, says?: DefaultAnswer['says'], seed = 's') {
  const whole = { model: 'a/b', messages, ...fields };
  const request: ReadRequest = { route: 'chat', json: whole, fields: whole, model: 'a/b', stream: false };
  return {
    ...defaultChatAnswer(seed, request, says),
    usage: chatUsage(defaultChatAnswer(seed, request, says), request),
  };
}

test('free text is seeded words, or the newest text of the user', () => {
  expect(answerTo({}).tokens.join('')).toMatch(/^\w+( \w+){5,12}$/);
  expect(answerTo({}, 'words', 'other').tokens).not.toEqual(answerTo({}).tokens);
  expect(answerTo({}, 'echo').tokens).toEqual(['Say', ' "hi",', '  now', '\n🌥']);
  expect(answerTo({ messages: [{ role: 'system', content: 'x' }] }, 'echo').tokens.length).toBeGreaterThan(5);
});

test.each(['words', 'echo'] as const)('JSON mode gives an object around %s', (says) => {
  const { tokens } = answerTo({ response_format: { type: 'json_object' } }, says);
  expect(JSON.parse(tokens.join(''))).toEqual({ reply: answerTo({}, says).tokens.join('') });
});

test('a schema gives JSON that it allows, with or without an echo', () => {
  const schema = { type: 'object', properties: { n: { type: 'integer', minimum: 4000 } }, required: ['n'] };
  for (const says of ['words', 'echo'] as const) {
    const { tokens } = answerTo({ response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } }, says);
    expect(JSON.parse(tokens.join('')).n).toBeGreaterThanOrEqual(4000);
  }
  const without = answerTo({ response_format: { type: 'json_schema', json_schema: { name: 'x' } } });
  expect(JSON.parse(without.tokens.join(''))).toHaveProperty('reply');
});

test.each([
  ['required', 'time'],
  [{ type: 'function', function: { name: 'weather' } }, 'weather'],
])('tool_choice %j calls a tool with arguments that fit', (tool_choice, name) => {
  const { tokens, toolCalls, usage } = answerTo({ tools, tool_choice });
  expect([tokens, toolCalls?.map((call) => call.name)]).toEqual([[], [name]]);
  expect(JSON.parse(toolCalls?.[0]?.arguments ?? '')).toEqual({ city: expect.any(String) });
  const { prompt_tokens, completion_tokens, total_tokens } = usage;
  expect([completion_tokens, total_tokens]).toEqual([
    Math.ceil((toolCalls?.[0]?.arguments.length ?? 0) / 8),
    Number(prompt_tokens) + Number(completion_tokens),
  ]);
});

test('a tool without parameters is called with an empty object', () => {
  const { toolCalls } = answerTo({ tools: [{ type: 'function', function: { name: 'now' } }], tool_choice: 'required' });
  expect(toolCalls).toMatchObject([{ name: 'now', arguments: '{}' }]);
});

test.each([
  { tools },
  { tools, tool_choice: 'auto' },
  { tools, tool_choice: 'none' },
  { tools, tool_choice: { type: 'function', function: { name: 'absent' } } },
  { tool_choice: 'required' },
  { tools: 'none', tool_choice: 'required' },
])('%j calls no tool', (fields) => {
  expect([answerTo(fields).toolCalls, answerTo(fields).tokens.length > 0]).toEqual([undefined, true]);
});

test('max_tokens cuts words, JSON and arguments short, and the answer says so', () => {
  const schema = { type: 'array', items: { type: 'string' }, minItems: 9 };
  const cut = { max_tokens: 2 };
  expect(answerTo({ ...cut, max_completion_tokens: 3 })).toMatchObject({
    finishReason: 'length',
    usage: { completion_tokens: 2 },
  });
  expect(answerTo({ ...cut, response_format: { type: 'json_schema', json_schema: { schema } } }).tokens).toHaveLength(
    2,
  );
  const called = answerTo({ max_tokens: 1, tools, tool_choice: 'required' });
  expect([called.toolCalls?.[0]?.arguments.length, called.finishReason]).toEqual([8, 'length']);
  expect(answerTo({ messages: [{ role: 'user', content: 'a '.repeat(9000) }] }, 'echo').tokens).toHaveLength(4096);
});
