import { expect, test } from 'vitest';
import type { Exchange } from '../exchange/exchange.ts';
import { createExchangeIds, createRecorder } from '../exchange/recorder.ts';
import { anExchange } from '../run/run-fixture.fixture.ts';
import type { CaseScope } from './case-scope.ts';
import { untilLetIn } from './until-let-in.ts';

const chat = {
  method: 'POST',
  url: 'http://target/v1/chat/completions',
  headers: [],
  body: new Uint8Array(),
  atMs: 10,
};

/** Answers with one status after the other, and with the last one for ever; a 429 asks to wait so long. */
function door(statuses: readonly number[], { waitMs = 0, aboutLimits = false, calls = false } = {}) {
  const recorder = createRecorder(createExchangeIds());
  const pauses: number[] = [];
  const superseded = new Set<string>();
  let sent = 0;
  const clock = { pause: async (ms: number) => void pauses.push(ms) };
  const scope = {
    means: { clock },
    recorder,
    over: new AbortController().signal,
    limits: { isAbout: () => aboutLimits, supersede: ({ id }: Exchange) => superseded.add(id) },
  };
  const send = async (): Promise<Exchange> => {
    const status = statuses[Math.min(sent, statuses.length - 1)] ?? 200;
    sent += 1;
    const body = Buffer.from(JSON.stringify({ error: { retry_after_ms: waitMs } }));
    const response = { status, headers: [], body, arrivals: [], headersAtMs: 1 };
    if (calls) recorder.record(anExchange({ id: recorder.begin(), side: 'upstream', request: { ...chat, atMs: 11 } }));
    return recorder.record(anExchange({ id: recorder.begin(), request: chat, response }));
  };
  const ask = () => untilLetIn(send, scope as unknown as CaseScope);
  return { ask, pauses, superseded, count: () => sent };
}

test.each([
  ['is served at once', [200], 200, []],
  ['is refused once', [429, 200], 200, [100]],
  ['is refused for a moment, then for its rate', [503, 429, 200], 200, [100, 100]],
  ['is refused every time', [429], 429, [100, 100]],
  ['is refused for another reason', [500, 200], 500, []],
])('a request that %s', async (_what, statuses, status, pauses) => {
  const target = door(statuses);
  expect((await target.ask()).response?.status).toBe(status);
  expect(target.pauses).toEqual(pauses);
  expect(target.superseded.size).toBe(target.count() - 1);
});

test('the wait that the target asks for is kept, unless it is long', async () => {
  const short = door([429, 200], { waitMs: 700 });
  await short.ask();
  expect(short.pauses).toEqual([700]);
  const long = door([429, 200], { waitMs: 5_000 });
  expect((await long.ask()).response?.status).toBe(429);
});

test.each([
  ['is about limits', { aboutLimits: true }],
  ['reached an endpoint', { calls: true }],
])('the first answer to a request stands where the case %s', async (_what, how) => {
  const target = door([429, 200], how);
  expect((await target.ask()).response?.status).toBe(429);
  expect(target.count()).toBe(1);
});
