import { expect, test } from 'vitest';
import { allRepairs } from './all-repairs.ts';
import { answered, jsonAfter } from './answered.fixture.ts';
import { errorEnvelopeAbsent } from './error-envelope-absent.ts';
import { errorEnvelopeChatApi } from './error-envelope-chat-api.ts';
import { errorEnvelopeFlat } from './error-envelope-flat.ts';
import { errorEnvelopeText } from './error-envelope-text.ts';
import { mend } from './mend.ts';

const invalid = { code: 'invalid_request', kind: 'terminal', scope: null, type: 'api_error', param: null };
const whole = { error: { ...invalid, message: 'no model' } };

test.each([
  ['HTML', errorEnvelopeAbsent, '<h1>no model</h1>', '<h1>no model</h1>'],
  ['nothing', errorEnvelopeAbsent, '', 'The answer gave no message.'],
  ['a text', errorEnvelopeText, { error: 'no model' }, 'no model'],
  ['a message', errorEnvelopeFlat, { message: 'no model' }, '{"message":"no model"}'],
  ['a detail', errorEnvelopeFlat, { detail: [{ loc: ['model'] }] }, '{"detail":[{"loc":["model"]}]}'],
  ['an array', errorEnvelopeFlat, ['no model'], '["no model"]'],
])('an error that holds %s becomes the envelope of its status', (_what, repair, body, message) => {
  expect(jsonAfter(repair, answered({ status: 400, body }))).toEqual({ error: { ...invalid, message } });
});

test('an error page has one cause: what stands in its place is labelled as JSON', () => {
  const page = answered({ status: 502, type: 'text/html', body: '<h1>Bad Gateway</h1>' });
  const exchange = mend(page, allRepairs, { baseUrl: 'http://target', prefix: 'svc' });
  expect(exchange.repaired?.repairs).toEqual(['error-envelope-absent']);
});

test('an error in the shape of the common chat API gets what it lacks, and keeps what it has', () => {
  const given = { message: 'no model', type: 'invalid_request_error', param: 'model', code: null };
  const body = { error: given, provider: 'p' };
  expect(jsonAfter(errorEnvelopeChatApi, answered({ status: 400, body }))).toEqual({
    error: { ...invalid, type: 'invalid_request_error', message: 'no model' },
    provider: 'p',
  });
});

test('a code of the contract is kept, with its kind', () => {
  const body = { error: { message: 'later', code: 'rate_limited' } };
  const mended = { code: 'rate_limited', kind: 'rate_limit' };
  expect(jsonAfter(errorEnvelopeChatApi, answered({ status: 503, body }))).toMatchObject({ error: mended });
});

test.each([
  ['/v1/jobs/job_x', 'job_not_found'],
  ['/v1/models/a/b', 'model_not_found'],
  ['/v1/chat/completions', 'no_endpoint_available'],
])('a 404 of %s is %s', (path, code) => {
  expect(jsonAfter(errorEnvelopeText, answered({ status: 404, path, body: { error: 'no' } }))).toMatchObject({
    error: { code },
  });
});

test('a status that the contract does not have is taken for the first of its class', () => {
  expect(jsonAfter(errorEnvelopeText, answered({ status: 418, body: { error: 'no' } }))).toMatchObject({
    error: { code: 'invalid_request' },
  });
  expect(jsonAfter(errorEnvelopeText, answered({ status: 599, body: { error: 'no' } }))).toMatchObject({
    error: { code: 'internal_error' },
  });
});

test('the error chunk of a stream is mended too, and the rest of the stream stays as it is', () => {
  const content = 'data: {"choices":[{"delta":{"content":"a"}}]}\n\n';
  const body = `${content}data: {"error":{"message":"lost"}}\n\ndata: [DONE]\n\n`;
  const exchange = mend(answered({ body }), allRepairs, { baseUrl: 'http://target', prefix: 'svc' });
  const text = Buffer.from(exchange.response?.body ?? []).toString();
  expect(text.startsWith(content)).toBe(true);
  expect(text.endsWith('\n\ndata: [DONE]\n\n')).toBe(true);
  expect(text).toContain('"code":"provider_unavailable"');
  expect(exchange.repaired?.repairs).toEqual(['error-envelope-chat-api', 'error-type']);
});

test.each([
  ['whole', { status: 400, body: whole }],
  ['no error', { body: { id: 'c1', choices: [] } }],
])('an answer that is %s is left as it is', (_what, answer) => {
  const exchange = answered(answer);
  expect(mend(exchange, allRepairs, { baseUrl: 'http://target', prefix: 'svc' })).toBe(exchange);
});
