import type { Exchange } from '@gateproof/harness';
import { expect, test } from 'vitest';
import envelope from './envelope.ts';

const judgedWithout = [
  'code-present',
  'code-known',
  'message-present',
  'kind-present',
  'kind-known',
  'scope-present',
  'scope-known',
  'type-present',
  'param-present',
  'param-null',
  'only-error',
  'conflict-fields',
].map((name) => `error.envelope.${name}`);

function answer(status: number, type: string, text: string): Exchange {
  const body = Buffer.from(text);
  return {
    id: 'x1',
    side: 'request',
    request: { method: 'GET', url: 'http://gateway.test/v1/models', headers: [], body: new Uint8Array(), atMs: 0 },
    response: { status, headers: type === '' ? [] : [['Content-Type', type]], body, arrivals: [], headersAtMs: 1 },
    ending: 'complete',
    endedAtMs: 2,
  };
}

function judge(exchange: Exchange) {
  const history = { exchanges: [exchange], prefix: 'svc', baseUrl: 'http://gateway.test', notes: {} };
  const judgements = [...envelope.judge(history)];
  return {
    broken: judgements.filter(({ finding }) => finding !== undefined).map(({ rule }) => rule),
    undecided: judgements.filter(({ undecidedBy }) => undecidedBy !== undefined).map(({ rule }) => rule),
    observed: (rule: string) => judgements.find((one) => one.rule === rule)?.finding?.observed,
  };
}

test.each([
  ['text', answer(500, 'text/plain', 'Internal Server Error')],
  ['HTML', answer(404, 'text/html', '<!doctype html><p>Not Found')],
  ['text without a type', answer(500, '', 'oops')],
])('an error of %s breaks what it breaks, and no rule about fields passes beside it', (_what, exchange) => {
  const { broken, undecided } = judge(exchange);
  expect(broken).toEqual(['error.envelope.object', 'error.envelope.content-type']);
  expect(undecided.toSorted()).toEqual(judgedWithout.toSorted());
});

test('JSON without an error object breaks the envelope alone', () => {
  const { broken, undecided } = judge(answer(400, 'application/json', '{"status":"failure"}'));
  expect(broken).toEqual(['error.envelope.object']);
  expect(undecided.toSorted()).toEqual(judgedWithout.toSorted());
});

test('an empty body has no content type to judge', () => {
  const { broken, undecided } = judge(answer(500, '', ''));
  expect(broken).toEqual(['error.envelope.object']);
  expect(undecided).toContain('error.envelope.content-type');
});

test('a finding says which words were allowed, and what came', () => {
  const { observed } = judge(answer(400, 'application/json', '{"error":{"message":"no"}}'));
  expect(observed('error.envelope.kind-present')).toBe('an error without kind: {"message":"no"}');
  const unknown = judge(answer(429, 'application/json', '{"error":{"code":"slow_down"}}'));
  expect(unknown.observed('error.envelope.code-known')).toBe('"slow_down"');
});

test('a generation that an endpoint was asked for may have an id, whatever the request was refused for', () => {
  const refusal = (attempts: readonly object[]) => {
    const error = { code: 'invalid_request', message: 'messages', generation_id: 'gen_1', attempts };
    return answer(400, 'application/json', JSON.stringify({ error }));
  };
  const isDoubted = (exchange: Exchange) =>
    judge(exchange).observed('error.envelope.generation-id-early') !== undefined;
  expect(isDoubted(refusal([]))).toBe(true);
  expect(isDoubted(refusal([{ status: 400, kind: 'terminal' }]))).toBe(false);
});
