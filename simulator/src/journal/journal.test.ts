import { describe, expect } from 'vitest';
import type { AccountControl } from '../control/account-control.ts';
import { test } from '../vitest.ts';

const messages = [{ role: 'user', content: 'Say something.' }];
const good = { model: 'gateproof/echo', messages };
const post = (
  account: AccountControl,
  body: unknown,
  headers: Record<string, string> = {},
  path = '/chat/completions',
) => account.request(path, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });

describe('blame', () => {
  const cases: readonly (readonly [unknown, string])[] = [
    [{ ...good, temperature: 'hot' }, '`temperature` is a string ("hot") and must be a number.'],
    [{ ...good, stream: 1 }, '`stream` is a number (1) and must be true or false.'],
    [{ ...good, models: new Array(6).fill('a/b') }, '`models` is an array of 6 and must hold at most 5 items.'],
    [{ model: 'gateproof/echo' }, '`messages` is missing.'],
    [
      { ...good, response_format: { type: 'xml' } },
      '`response_format.type` is a string ("xml") and must be text, json_object or json_schema.',
    ],
    ['{"model": ', 'The body is no JSON: it begins with "{\\"model\\":".'],
    ['[]', 'The body is an array of 0.'],
    [{ ...good, model: 'gateproof/nothing' }, '`model` is gateproof/nothing, which no endpoint here serves.'],
    [{ ...good, model: { toString: 1 } }, '`model` is an object and must be a string.'],
    [{ ...good, audio: {} }, '`audio` asks for what the API does not offer.'],
  ];
  test.for(cases)('of %j is one sentence', async ([body, sentence], { account }) => {
    expect((await post(account, body)).status).toBeGreaterThanOrEqual(400);
    expect((await account.journal()).entries).toMatchObject([{ method: 'POST', blame: sentence }]);
  });

  test('says what is wrong with a key', async ({ account, control, simulator }) => {
    const key = await account.keys.create();
    await account.keys.delete(key.id);
    await post(account, good, { authorization: `Bearer ${key.secret}` });
    const [entry] = (await account.journal()).entries;
    expect(entry).toMatchObject({ status: 401, code: 'unauthorized' });
    expect(entry?.blame).toBe(`The key sk-…${key.secret.slice(-4)} was sent: the API key has been deleted.`);
    const before = (await control.journal()).requests;
    const strange = [{}, { authorization: 'sk-abcdefgh' }, { authorization: 'Bearer sk-unknown-1234' }];
    for (const headers of strange) await fetch(`${simulator.url}/v1/models`, { headers: headers as never });
    const { entries, requests } = await control.journal();
    expect(requests - before).toBe(3);
    expect(entries.slice(-3).map(({ blame }) => blame)).toEqual([
      'No `Authorization` header was sent.',
      '`Authorization` does not begin with `Bearer` and a space.',
      'The key sk-…1234 was sent: the API key is unknown.',
    ]);
  });

  test('names the fault that refused, and no client', async ({ account }) => {
    await account.faults.set({ kind: 'status', status: 503 });
    await post(account, good);
    expect((await account.journal()).entries).toMatchObject([
      { faults: ['answers with status 503'], blame: 'A fault of the account answers with status 503.' },
    ]);
  });

  test('is null where nothing was refused', async ({ account }) => {
    await post(account, good);
    expect((await account.journal()).entries).toMatchObject([
      { blame: null, near_misses: [], answer: 'whole', code: null },
    ]);
  });
});

describe('near misses', () => {
  const slips: readonly (readonly [object, Record<string, string>, string])[] = [
    [{ ...good, max_token: 5 }, {}, '`max_token` is not known here; did you mean `max_tokens`?'],
    [{ ...good, model: 'gateproof/ecko' }, {}, 'The account has no model gateproof/ecko; did you mean gateproof/echo?'],
    [{ ...good, model: 'echo' }, {}, 'The account has no model echo; did you mean gateproof/echo?'],
    [
      good,
      { 'x-idempotency-key': 'k' },
      'The header x-idempotency-key means nothing here; did you mean idempotency-key?',
    ],
    [good, { 'x-svc-metadata': 'true' }, 'The header x-svc-metadata is true; only the value enabled means something.'],
  ];
  test.for(slips)('show a slip in %j %j', async ([body, headers, sentence], { account }) => {
    await post(account, body, headers);
    expect((await account.journal()).entries[0]?.near_misses).toEqual([sentence]);
  });

  test('show a slip in the path', async ({ account, control, simulator }) => {
    await post(account, good, {}, '/chat/completion');
    await post(account, good, {}, '/v1/chat/completions');
    await fetch(`${simulator.url}/chat/completions`, { method: 'POST' });
    const { entries } = await account.journal();
    expect([...entries, ...(await control.journal()).entries.slice(-1)].flatMap((entry) => entry.near_misses)).toEqual([
      'The path is /v1/chat/completion; did you mean /v1/chat/completions?',
      'The path is /v1/v1/chat/completions; did you mean /v1/chat/completions?',
      'The path is /chat/completions; did you mean /v1/chat/completions?',
    ]);
  });

  test('show a fault that missed by one condition', async ({ account }) => {
    await account.faults.set({
      id: 'cut',
      fault: { kind: 'cut-after', afterTokens: 1 },
      on: { route: 'chat', stream: true },
    });
    await post(account, good);
    const misses = (await account.journal()).entries[0]?.near_misses;
    expect(misses).toEqual([`The fault cut did not act: its stream is true, the request's is false.`]);
    await account.faults.clear();
  });
});

describe('the journal', () => {
  test('is bounded, and counts what it no longer keeps', async ({ account }) => {
    for (let number = 0; number < 205; number += 1) await account.request('/models');
    const { requests, dropped, entries } = await account.journal();
    expect([requests, dropped, entries.length, entries[0]?.number]).toEqual([205, 5, 200, 6]);
    expect((await account.journal(3)).entries.map(({ number }) => number)).toEqual([203, 204, 205]);
    await expect(account.journal(201)).rejects.toThrow('limit: must be a whole number from 1 to 200');
  });

  test('holds no secret and no endless text', async ({ account }) => {
    const other = await account.keys.create();
    const content = `my key is ${other.secret} ${'x'.repeat(5_000)}`;
    const deep = JSON.stringify({ ...good, messages: [{ role: 'user', content }], extra: 0 }).replace(
      '0}',
      `${'['.repeat(900)}${']'.repeat(900)}}`,
    );
    await post(account, deep, { cookie: 'session=verysecret', 'x-api-key': 'verysecret' });
    await post(account, 'x'.repeat(100_000));
    const text = JSON.stringify(await account.journal());
    for (const secret of [account.apiKey, other.secret, 'verysecret']) expect(text).not.toContain(secret);
    expect(text).toContain(`sk-…${other.secret.slice(-4)}`);
    expect(text).toContain(`Bearer sk-…${account.apiKey.slice(-4)}`);
    expect(text).toMatch(/more characters/);
    expect(text.length).toBeLessThan(10_000);
  });

  test('has counters', async ({ account }) => {
    await post(account, good);
    await post(account, { ...good, stream: 'yes' });
    await post(account, { ...good, model: 'gateproof/fails-rate-limited' });
    expect(await account.counters()).toMatchObject({
      requests: 3,
      statuses: { 200: 1, 400: 1, 429: 1 },
      codes: { invalid_request: 1, rate_limited: 1 },
      endpoint_calls: 2,
      generations: 2,
      faults_acted: 0,
    });
  });

  test('shows a request that is still open', async ({ account }) => {
    await account.faults.set({ kind: 'hang' });
    const abort = new AbortController();
    const body = JSON.stringify(good);
    const open = account.request('/chat/completions', { method: 'POST', body, signal: abort.signal });
    await account.wait.forGate('hang');
    expect((await account.journal()).entries).toMatchObject([{ status: null, answer: 'open', body: good }]);
    abort.abort();
    await expect(open).rejects.toThrow();
    await expect.poll(async () => (await account.journal()).entries[0]?.answer).toBe('lost');
  });
});
