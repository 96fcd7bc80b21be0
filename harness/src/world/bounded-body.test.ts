import { expect, test } from 'vitest';
import { boundedBody, boundTokens } from './bounded-body.ts';

const plain = { model: 'real', messages: [{ role: 'user', content: 'hello' }] };
const isBounded = (model: string) => model === 'real';

test('a plain chat with a model of the target is bounded, streamed or not', () => {
  for (const body of [plain, { ...plain, stream: true, temperature: 0.5 }])
    expect(boundedBody(body, isBounded)).toEqual({ ...body, max_tokens: boundTokens });
});

test.each([
  ['another model', { ...plain, model: 'ours' }],
  ['a bound of its own', { ...plain, max_tokens: 7 }],
  ['a null bound', { ...plain, max_tokens: null }],
  ['the other bound', { ...plain, max_completion_tokens: 7 }],
  ['tools', { ...plain, tools: [] }],
  ['a form of the reply', { ...plain, response_format: { type: 'json_object' } }],
  ['an unknown field', { ...plain, unheard_of: 1 }],
  ['no messages', { ...plain, messages: [] }],
  ['a wrong type', { ...plain, stream: 'yes' }],
  ['no object', [plain]],
  ['no body', undefined],
])('a chat with %s goes out as it is', (_what, body) => {
  expect(boundedBody(body, isBounded)).toBe(body);
});
