import type { Exchange } from '@gateproof/harness';
import { expect, test } from 'vitest';
import { traffic } from './traffic.ts';

interface Sent {
  readonly atMs: number;
  readonly status?: number;
  readonly kind?: string;
  readonly code?: string;
  readonly body?: string;
  readonly key?: string;
  readonly retryAfter?: string;
  readonly path?: string;
  readonly method?: string;
  readonly answer?: object;
  readonly tookMs?: number;
}

const baseUrl = 'http://gateway.test';

function exchange(sent: Sent, place: number): Exchange {
  const { atMs, status = 200, kind, code = 'some_code', body = '{"a":1}', key, retryAfter, tookMs = 10 } = sent;
  const { method = 'POST', path = '/v1/chat/completions', answer } = sent;
  const error =
    kind === undefined ? undefined : { error: { code, kind, message: 'm', scope: null, type: 't', param: null } };
  return {
    id: `x${place + 1}`,
    side: 'request',
    request: {
      ...{ method, url: `${baseUrl}${path}`, atMs, body: Buffer.from(method === 'GET' ? '' : body) },
      headers: [
        ['Authorization', 'Bearer sk-1234'],
        ['Content-Type', 'application/json'],
        ...(key === undefined ? [] : [['Idempotency-Key', key] as const]),
      ],
    },
    response: {
      ...{ status, arrivals: [], headersAtMs: atMs + tookMs, body: Buffer.from(JSON.stringify(error ?? answer ?? {})) },
      headers: [
        ['content-type', 'application/json'],
        ...(retryAfter === undefined ? [] : [['retry-after', retryAfter] as const]),
      ],
    },
    ...{ ending: 'complete', endedAtMs: atMs + tookMs },
  };
}

/** What the check says of one rule: `held`, `broken`, `doubtful`, or nothing. */
function seen(rule: string, ...sent: readonly Sent[]): string | undefined {
  const history = { exchanges: sent.map(exchange), prefix: 'svc', baseUrl, notes: {} };
  const all = [...traffic.judge(history)].filter((judgement) => judgement.rule === rule);
  const broken = all.find(({ finding }) => finding !== undefined);
  if (broken !== undefined) return broken.caution === true ? 'doubtful' : 'broken';
  return all.length === 0 ? undefined : 'held';
}

const terminal = { status: 400, kind: 'terminal' } as const;
const limited = { status: 429, kind: 'rate_limit', retryAfter: '2' } as const;
const unknown = { status: 500, kind: 'unknown' } as const;
const down = { status: 502, kind: 'unavailable' } as const;

test.each([
  ['held', [{ atMs: 0, ...terminal }]],
  ['broken', [{ atMs: 0, ...terminal }, { atMs: 500 }]],
  [
    'held',
    [
      { atMs: 0, ...terminal },
      { atMs: 500, body: '{"a":2}' },
    ],
  ],
  [
    'held',
    [
      { atMs: 0, ...terminal },
      { atMs: 5, body: '{"a":1}' },
    ],
  ],
  ['held', [{ atMs: 0, ...terminal }, { atMs: 120_000 }]],
  [undefined, [{ atMs: 0 }, { atMs: 500 }]],
  [
    undefined,
    [
      { atMs: 0, status: 409, kind: 'terminal', code: 'idempotency_conflict', key: 'k' },
      { atMs: 500, key: 'k' },
    ],
  ],
])('a terminal refusal: %s', (verdict, sent) => {
  expect(seen('client.retry.terminal', ...sent)).toBe(verdict);
});

test.each([
  ['broken', [{ atMs: 0, ...limited }, { atMs: 1_500 }]],
  ['held', [{ atMs: 0, ...limited }, { atMs: 2_020 }]],
  [undefined, [{ atMs: 0, ...limited }]],
])('Retry-After: %s', (verdict, sent) => {
  expect(seen('client.retry.retry-after', ...sent)).toBe(verdict);
});

test.each([
  [
    'held',
    [
      { atMs: 0, ...unknown },
      { atMs: 500, ...unknown },
    ],
  ],
  [
    'broken',
    [
      { atMs: 0, ...unknown },
      { atMs: 500, ...unknown },
      { atMs: 1_500, ...unknown },
    ],
  ],
])('kind unknown: %s', (verdict, sent) => {
  expect(seen('client.retry.unknown-once', ...sent)).toBe(verdict);
});

test.each([
  [
    'client.idempotency.same-key',
    'held',
    [
      { atMs: 0, ...down, key: 'k' },
      { atMs: 500, key: 'k' },
    ],
  ],
  [
    'client.idempotency.same-key',
    'doubtful',
    [
      { atMs: 0, ...down, key: 'k' },
      { atMs: 500, key: 'l' },
    ],
  ],
  [
    'client.idempotency.same-body',
    'broken',
    [
      { atMs: 0, ...down, key: 'k' },
      { atMs: 500, key: 'k', body: '{"a":2}' },
    ],
  ],
  [
    'client.idempotency.same-body',
    'held',
    [
      { atMs: 0, ...down, key: 'k' },
      { atMs: 500, key: 'k' },
    ],
  ],
  [
    'client.idempotency.no-late-key',
    'doubtful',
    [
      { atMs: 0, ...down },
      { atMs: 500, key: 'k' },
    ],
  ],
  ['client.retry.backoff', 'broken', [{ atMs: 0, ...down }, { atMs: 12 }]],
])('%s: %s', (rule, verdict, sent) => {
  expect(seen(rule, ...sent)).toBe(verdict);
});

const read = (atMs: number, state: string): Sent => ({
  atMs,
  method: 'GET',
  path: '/v1/jobs/job_1',
  answer: { state },
});

test('a final job that is read on and on is polled, one that is looked at again is not', () => {
  const first = [read(0, 'processing'), read(500, 'succeeded')];
  const more = (count: number) => Array.from({ length: count }, (_, place) => read(600 + place * 100, 'succeeded'));
  expect(seen('client.job.polling-ends', ...first, ...more(2))).toBe('held');
  expect(seen('client.job.polling-ends', ...first, ...more(6))).toBe('broken');
  expect(seen('client.job.poll-pace', read(0, 'queued'), read(15, 'queued'))).toBe('broken');
});

test('the form of requests', () => {
  expect(seen('client.request.key-not-in-url', { atMs: 0, path: '/v1/models?key=sk-1234', method: 'GET' })).toBe(
    'broken',
  );
  expect(seen('client.request.prefix', { atMs: 0, path: '/chat/completions' })).toBe('broken');
  expect(seen('client.request.json', { atMs: 0, body: '[1]' })).toBe('broken');
  expect(seen('client.request.cancel-without-body', { atMs: 0, path: '/v1/jobs/job_1/cancel' })).toBe('broken');
});
