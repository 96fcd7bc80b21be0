import type { ExchangeRecord } from '@gateproof/harness';
import { expect, test } from 'vitest';
import { sampleDocument, sampleExchange, sampleFailure } from '../sample-document.fixture.ts';
import { caseSteps } from './case-steps.ts';

interface Sent {
  readonly url?: string;
  readonly method?: string;
  readonly headers?: ExchangeRecord['request']['headers'];
  readonly body?: string;
  readonly status?: number;
}

/** The steps of a case that sent these requests one after the other; the last one shows its break. */
function steps(...sent: readonly Sent[]) {
  const exchanges = sent.map(
    ({ url = '/v1/chat/completions', method = 'POST', headers = [], body = '{}', status = 200 }, index) => {
      const { request, response, ...rest } = sampleExchange({ id: `x${index}` });
      const made = { ...request, method, url: `http://gateway.test${url}`, headers, body: { text: body }, atMs: index };
      return { ...rest, request: made, ...(response === undefined ? {} : { response: { ...response, status } }) };
    },
  );
  const ids = exchanges.map(({ id }) => id);
  const document = sampleDocument([], { exchanges: Object.fromEntries(exchanges.map((one) => [one.id, one])) });
  const failure = sampleFailure({ exchanges: ids, shownBy: ids.slice(-1) });
  return caseSteps(document, failure).map(({ text, times }) => (times === 1 ? text : `${text} ×${times}`));
}

const key = (name: string) => ({ headers: [['Idempotency-Key', name]] as const });

test('requests with one key differ by what their bodies say', () => {
  const hello = '{"messages":[{"role":"user","content":"hello"}],"stream":true}';
  expect(
    steps(
      { body: hello },
      { ...key('k-1'), body: hello },
      { ...key('k-1'), body: hello.replace('true', 'false').replace('hello', 'bye') },
    ),
  ).toEqual([
    'POST /v1/chat/completions, key K, content "hello", stream → 200',
    'again, key K, content "bye", no stream → 200',
  ]);
});

test('different keys have numbers, and a request without one says so', () => {
  expect(steps(key('a'), key('b'), {})).toEqual([
    'POST /v1/chat/completions, key K1 → 200',
    'again, key K2 → 200',
    'again, no key → 200',
  ]);
});

test('headers in which requests differ are shown, but not their lengths', () => {
  const authorized = [
    ['Authorization', 'Bearer $GATEPROOF_KEY'],
    ['Content-Length', '2'],
  ] as const;
  expect(steps({ headers: authorized }, { headers: [['Content-Length', '3']], status: 401 })).toEqual([
    'POST /v1/chat/completions, authorization Bearer…OOF_KEY → 200'.replace('Bearer…OOF_KEY', 'Bearer $GATEPROOF_KEY'),
    'again, no authorization → 401',
  ]);
});

test('another route stands with its method and path, and what is repeated stands once', () => {
  const read = { method: 'GET', url: '/v1/jobs/job_1' };
  expect(
    steps(
      { url: '/v1/images/generations', status: 202 },
      read,
      { ...read, status: 200 },
      { ...read, method: 'DELETE' },
    ),
  ).toEqual([
    'POST /v1/images/generations → 202',
    'GET /v1/jobs/job_1 → 200',
    'again → 200',
    'DELETE /v1/jobs/job_1 → 200',
  ]);
  expect(steps({}, ...Array.from({ length: 9 }, () => ({ ...read }))).slice(1)).toEqual([
    'GET /v1/jobs/job_1 → 200',
    'again → 200 ×8',
  ]);
});

test('one request alone has no steps', () => {
  expect(steps({})).toEqual([]);
});
