import { readFileSync } from 'node:fs';
import OpenAI, { APIConnectionError } from 'openai';
import { describe, expect } from 'vitest';
import type { AccountControl } from '../control/account-control.ts';
import { IdleFaults } from '../control/faults-control.ts';
import { simulatorTest } from '../vitest.ts';
import { faultRulesSchema } from './check-fault-rules.ts';
import type { AccountFault } from './fault-rule.ts';

const test = simulatorTest({ allowIdleFaults: true });
const model = 'gateproof/echo';
const messages = [{ role: 'user' as const, content: 'Say something.' }];

const clientOf = ({ baseUrl, apiKey }: AccountControl, maxRetries = 0) =>
  new OpenAI({ baseURL: baseUrl, apiKey, maxRetries });
const chat = (account: AccountControl, body: object = {}, headers: Record<string, string> = {}) =>
  account.request('/chat/completions', { method: 'POST', headers, body: JSON.stringify({ model, messages, ...body }) });
const codeOf = async (answer: Response) => ((await answer.json()) as { error: { code: string } }).error.code;

describe('faults at the endpoint', () => {
  test('act so often, then serve, and say how often they acted', async ({ account }) => {
    await account.faults.set({ id: 'twice', fault: { kind: 'status', status: 500 }, times: 2 });
    expect(await codeOf(await chat(account))).toBe('provider_unavailable');
    await expect(account.assertAllFaultsActed()).rejects.toThrow('twice: answers with status 500; acted 1 of 2 times');
    expect((await chat(account)).status).toBe(502);
    expect((await chat(account)).status).toBe(200);
    expect(await account.faults.read()).toMatchObject([{ id: 'twice', seen: 3, acted: 2 }]);
    await account.assertAllFaultsActed();
  });

  test('let a client with retries through, which needs no change of its code', async ({ account }) => {
    await account.faults.set({ fault: { kind: 'reset-before-headers' }, times: 1 });
    const completion = await clientOf(account, 2).chat.completions.create({ model, messages });
    expect(completion.choices[0]?.message.content).toMatch(/\w/);
    expect((await account.usage()).generations).toHaveLength(2);
  });

  test('wait for their turn, for their route, their model and streams', async ({ account }) => {
    await account.faults.set(
      { fault: { kind: 'rate-limited' }, on: { stream: true }, after: 1 },
      { fault: { kind: 'empty' }, on: { model: 'gateproof/echo-2' } },
      { fault: { kind: 'status', status: 503 }, on: { route: 'image' } },
    );
    expect((await chat(account)).status).toBe(200);
    expect((await chat(account, { stream: true })).status).toBe(200);
    expect((await chat(account, { stream: true })).status).toBe(429);
    expect(await codeOf(await chat(account, { model: 'gateproof/echo-2' }))).toBe('provider_empty_response');
    expect((await account.faults.read()).map(({ acted }) => acted)).toEqual([1, 1, 0]);
  });

  test('that are certain come before those with a chance, which follow from the seed', async ({ account }) => {
    await account.faults.set(
      { fault: { kind: 'rate-limited' }, chance: 0.5 },
      { fault: { kind: 'status', status: 500 }, times: 3 },
    );
    const statuses: number[] = [];
    for (let number = 0; number < 43; number += 1) statuses.push((await chat(account)).status);
    expect(statuses.slice(0, 3)).toEqual([502, 502, 502]);
    const limited = statuses.slice(3).filter((status) => status === 429).length;
    expect(limited).toBeGreaterThan(8);
    expect(limited).toBeLessThan(32);
  });

  test('are given back when they had nothing to act on', async ({ account }) => {
    await account.faults.set(
      { fault: { kind: 'cut-after', afterTokens: 1 }, times: 1 },
      { kind: 'gate', gate: 'g', beforeEvent: 99 },
    );
    await (await chat(account)).text();
    await (await chat(account)).text();
    await expect(account.assertAllFaultsActed()).rejects.toBeInstanceOf(IdleFaults);
    await (await chat(account, { stream: true })).text();
    expect((await account.faults.read()).map(({ acted }) => acted)).toEqual([1, 0]);
  });
});

describe('faults of jobs', () => {
  const failures: readonly (readonly [AccountFault, string])[] = [
    [{ kind: 'status', status: 500 }, 'provider_unavailable'],
    [{ kind: 'empty' }, 'provider_empty_response'],
    [{ kind: 'malformed-json' }, 'provider_unavailable'],
    [{ kind: 'moderation-refusal' }, 'moderation_refused'],
    [{ kind: 'reset-before-headers' }, 'provider_unavailable'],
  ];
  const routes = [
    ['/images/generations', { model: 'gateproof/image', prompt: 'a square' }],
    ['/audio/transcriptions', { model: 'gateproof/transcribe', audio_url: 'https://audio.example.com/a.wav' }],
  ] as const;
  test.for(failures)('%j end them as failed with %s', async ([fault, code], { account }) => {
    for (const [path, body] of routes) {
      await account.faults.set({ fault, times: 1 });
      const submitted = await account.request(path, { method: 'POST', body: JSON.stringify(body) });
      const { id } = (await submitted.json()) as { id: string };
      expect(await account.wait.forJob(id)).toMatchObject({ state: 'failed', error: { code } });
      await account.assertAllFaultsActed();
    }
  });
});

describe('the schema of faults', () => {
  test('is published as it is checked', () => {
    const path = new URL('../../../spec/schemas/fault-rules.schema.json', import.meta.url);
    const { $schema, $id, title, ...published } = JSON.parse(readFileSync(path, 'utf8'));
    expect(published).toEqual(JSON.parse(JSON.stringify(faultRulesSchema)));
  });
});

describe('bad faults', () => {
  const bad: readonly (readonly [readonly unknown[], string])[] = [
    [[{ fault: { kind: 'nonsense' } }], 'faults[0].fault.kind is "nonsense"'],
    [[{ fault: { kind: 'status', status: 999 } }], 'faults[0].fault.status is 999, not integer ≥ 200'],
    [[{ fault: { kind: 'empty' }, times: 0 }], 'faults[0].times is 0'],
    [[{ fault: { kind: 'empty' }, times: 1.5 }], 'faults[0].times is 1.5'],
    [[{ fault: { kind: 'empty' }, chance: 0 }], 'faults[0].chance is 0'],
    [[{ fault: { kind: 'empty' }, chance: 1.01 }], 'faults[0].chance is 1.01'],
    [[{ fault: { kind: 'empty' }, tmies: 1 }], 'faults[0].tmies is unknown'],
    [[{ fault: { kind: 'refuse', code: 'client_disconnected' } }], 'faults[0].fault.code is "client_disconnected"'],
    [[{ fault: { kind: 'empty' }, on: { model: 'gateproof/ecko' } }], 'the account has no model gateproof/ecko'],
    [
      [
        { id: 'a', fault: { kind: 'empty' } },
        { id: 'a', fault: { kind: 'empty' } },
      ],
      'a is used twice',
    ],
  ];
  test('are refused however many and however deep they are', async ({ account, simulator }) => {
    const url = `${simulator.url}/_testbed/v1/accounts/${account.id}/faults`;
    const put = async (faults: string) => {
      const answer = await fetch(url, { method: 'PUT', body: `{"faults":${faults}}` });
      const text = await answer.text();
      return [answer.status, text.length < 10_000, text];
    };
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    expect(await put(deep)).toEqual([400, true, expect.stringContaining('deep')]);
    expect(await put(JSON.stringify(new Array(900).fill({})))).toEqual([
      400,
      true,
      expect.stringContaining('and 880 more'),
    ]);
    expect(await put(JSON.stringify(new Array(1001).fill({})))).toEqual([
      400,
      true,
      expect.stringContaining('at most 1000'),
    ]);
    expect(await put('{}')).toEqual([400, true, expect.stringContaining('faults is {}, not array')]);
  });

  test.for(bad)('%j are refused, and the present ones stay', async ([faults, problem], { account }) => {
    await account.faults.set({ kind: 'empty' });
    await expect(account.faults.set(...(faults as never[]))).rejects.toThrow(problem);
    expect(await account.faults.read()).toHaveLength(1);
  });
});

describe('faults between gateway and client', () => {
  test('refuse with any code of the table, and state the wait', async ({ account }) => {
    await account.faults.set({ fault: { kind: 'refuse', code: 'snapshot_expired', retryAfterMs: 1500 }, times: 1 });
    const refused = await chat(account);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await codeOf(refused)).toBe('snapshot_expired');
    expect((await account.effects()).generations).toBe(0);
  });

  const streamed = [false, true];
  test.for(streamed)('lose the connection before the generation ran (stream: %s)', async (stream, { account }) => {
    await account.faults.set({ fault: { kind: 'lose-before-run' }, times: 1 });
    const headers = { 'idempotency-key': 'k' };
    await expect(chat(account, { stream }, headers)).rejects.toThrow();
    expect(await account.effects()).toMatchObject({ effects: [{ answer: 'lost', ran: null }], charged_usd: 0 });
    await (await chat(account, { stream }, headers)).text();
    const { keys, generations } = await account.effects();
    expect([keys, generations]).toEqual([
      [{ idempotency_key: 'k', requests: 2, generations: 1, charged_usd: 0.001 }],
      1,
    ]);
  });

  test.for(streamed)(
    'lose it after the generation ran (stream: %s): a retry with its key runs nothing',
    async (stream, { account }) => {
      await account.faults.set({ fault: { kind: 'lose-after-run' }, times: 1 });
      const headers = { 'idempotency-key': 'k' };
      await expect(chat(account, { stream }, headers)).rejects.toThrow();
      const before = await account.effects();
      expect(before).toMatchObject({ effects: [{ answer: 'lost', ran: { state: 'ended', charged_usd: 0.001 } }] });
      const retried = await chat(account, { stream }, headers);
      expect([retried.status, (await retried.text()).length > 0]).toEqual([200, true]);
      expect(await account.effects()).toMatchObject({ generations: 1, charged_usd: 0.001, keys: [{ requests: 2 }] });
      await (await chat(account, { stream })).text();
      expect((await account.effects()).charged_usd).toBe(0.002);
    },
  );

  test.for(streamed)('lose it within the answer (stream: %s)', async (stream, { account }) => {
    await account.faults.set({ fault: { kind: 'lose-in-answer', afterEvents: 2 }, times: 1 });
    const headers = { 'idempotency-key': 'k' };
    const answer = await chat(account, { stream }, headers);
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
    expect(await account.effects()).toMatchObject({
      effects: [
        { answer: 'lost', idempotency_key: 'k', ran: { state: 'ended', error_code: null, charged_usd: 0.001 } },
      ],
    });
    await (await chat(account, { stream }, headers)).text();
    expect(await account.effects()).toMatchObject({ generations: 1, charged_usd: 0.001 });
  });

  test('show a client what came before the loss of a stream, which may end its generation', async ({ account }) => {
    await account.faults.set(
      { kind: 'lose-in-answer', afterEvents: 2, generation: 'stops' },
      { kind: 'stall', afterTokens: 2 },
    );
    const stream = await clientOf(account).chat.completions.create({ model, messages, stream: true });
    const chunks: unknown[] = [];
    const reading = (async () => {
      for await (const chunk of stream) chunks.push(chunk);
    })();
    await expect(reading).rejects.toThrow();
    expect(chunks).toHaveLength(2);
    const { generations } = await account.usage();
    expect(generations).toMatchObject([{ error_code: 'client_disconnected', charged_usd: 0 }]);
  });

  test('lose the answer of a submission, whose retry finds the same job', async ({ account }) => {
    await account.faults.set({ fault: { kind: 'lose-after-run' }, on: { route: 'image' }, times: 1 });
    const submit = () =>
      account.request('/images/generations', {
        method: 'POST',
        headers: { 'idempotency-key': 'job' },
        body: JSON.stringify({ model: 'gateproof/image', prompt: 'a square' }),
      });
    await expect(submit()).rejects.toThrow();
    expect((await submit()).status).toBe(202);
    expect(await account.effects()).toMatchObject({
      generations: 1,
      effects: [{ ran: { kind: 'job' } }, { ran: null }],
    });
  });

  test('look to the openai package like a lost connection', async ({ account }) => {
    await account.faults.set({ kind: 'lose-after-run' });
    const lost = clientOf(account).chat.completions.create({ model, messages });
    await expect(lost).rejects.toBeInstanceOf(APIConnectionError);
  });
});
