import { expect, test } from 'vitest';
import { sketchExchange } from '../exchange/exchange.fixture.ts';
import { errorAfterComments } from './error-after-comments.ts';

const failure = `data: ${JSON.stringify({ choices: [], error: { code: 'provider_unavailable' } })}\n\n`;
const done = 'data: [DONE]\n\n';
const read = (body: string, status = 200) => errorAfterComments(sketchExchange({ status, body }));

test('an error that only comments came before is found', () => {
  expect(read(`: waiting\n\n${failure}${done}`)).toEqual({ code: 'provider_unavailable' });
});

test('an error that a role came before is found, if it is one about an endpoint', () => {
  const role = 'data: {"choices":[{"index":0,"delta":{"role":"assistant"},"finish_reason":null}]}\n\n';
  const refusal = `data: ${JSON.stringify({ error: { code: 'unauthorized' } })}\n\n`;
  expect(read(`${role}${failure}${done}`)).toEqual({ code: 'provider_unavailable' });
  expect(read(`${role}${refusal}${done}`)).toBeUndefined();
  const closing = { choices: [{ index: 0, delta: {}, finish_reason: 'error' }], error: { code: 'upstream_timeout' } };
  expect(read(`${role}data: ${JSON.stringify(closing)}\n\n${done}`)).toEqual({ code: 'upstream_timeout' });
});

test.each([
  ['without a comment', `${failure}${done}`],
  ['after content', `: waiting\n\ndata: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n${failure}${done}`],
  ['without an end', `: waiting\n\n${failure}`],
  ['without an error', `: waiting\n\ndata: {"choices":[]}\n\n${done}`],
])('none is, %s', (_, body) => {
  expect(read(body)).toBeUndefined();
});

test('none is under the status of an error', () => {
  expect(read(`: waiting\n\n${failure}${done}`, 502)).toBeUndefined();
});
