import { afterEach, beforeEach, describe, expect } from 'vitest';
import type { AccountControl } from '../control/account-control.ts';
import { openReceiver } from '../testing/receiver.fixture.ts';
import { simulatorTest } from '../vitest.ts';

const test = simulatorTest({ allowIdleFaults: true });
const messages = [{ role: 'user', content: 'Say something.' }];
const model = 'gateproof/echo';
const send = (account: AccountControl, path: string, body: object, headers: Record<string, string> = {}) =>
  account.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
const jsonOf = async (answer: Promise<Response>) => (await (await answer).json()) as Record<string, unknown>;
const submit = (account: AccountControl, headers: Record<string, string> = {}) =>
  jsonOf(send(account, '/images/generations', { model: 'gateproof/image', prompt: 'a square' }, headers));

/** What an account answers to the same requests, times left out. */
async function story(account: AccountControl): Promise<string> {
  await account.faults.set({ fault: { kind: 'rate-limited' }, chance: 0.5 });
  const answers: unknown[] = [];
  for (let number = 0; number < 8; number += 1)
    answers.push(await jsonOf(send(account, '/chat/completions', { model, messages })));
  await account.faults.clear();
  const job = await submit(account);
  await account.wait.forJob(String(job.id));
  answers.push(
    job.id,
    (await account.usage()).generations,
    (await account.journal()).entries.map((entry) => entry.request_id),
  );
  return JSON.stringify(answers).replace(/"created":\d+/g, '');
}

describe('a seed', () => {
  test('makes every reply and id reproducible, and another seed makes others', async ({ control }) => {
    const made = await Promise.all(['one', 'one', 'two'].map((seed) => control.accounts.create({ seed })));
    const [first, again, other] = await Promise.all(made.map(story));
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect(new Set(made.map(({ apiKey }) => apiKey)).size).toBe(3);
    expect(new Set(made.map(({ id }) => id)).size).toBe(3);
  });

  test('that is none is refused', async ({ control }) => {
    for (const seed of ['', 7, 'x'.repeat(201)]) {
      await expect(control.accounts.create({ seed: seed as string })).rejects.toThrow(
        'seed: must be a string of 1 to 200',
      );
    }
  });
});

describe('a reset', () => {
  let receiver: Awaited<ReturnType<typeof openReceiver>>;
  beforeEach(async () => {
    receiver = await openReceiver();
  });
  afterEach(() => receiver.close());

  test('puts an account in place as it was made: the same story follows', async ({ account }) => {
    const first = await story(account);
    await account.setCredit(0);
    await account.clock.advance(86_400_000);
    await account.keys.create();
    expect(await account.reset()).toMatchObject({ id: account.id, epoch: 1, keys: [{ secret: account.apiKey }] });
    expect(await account.usage()).toEqual({ generations: [], charged_usd: 0 });
    expect(Math.abs((await account.clock.now()).getTime() - Date.now())).toBeLessThan(60_000);
    expect(await story(account)).toBe(first);
  });

  test('lets nothing late reach the new world', async ({ account }) => {
    await account.webhooks.create({ url: receiver.url, connect_to: receiver.connectTo, ca: receiver.ca });
    await account.faults.set(
      { fault: { kind: 'hang' }, on: { route: 'image' } },
      { fault: { kind: 'gate', gate: 'g', beforeEvent: 3 } },
    );
    const { id } = await submit(account, { 'idempotency-key': 'k' });
    const stream = await send(account, '/chat/completions', { model, messages, stream: true });
    await Promise.all([account.wait.forGate('hang'), account.wait.forGate('g')]);
    await account.reset();
    await expect(stream.text()).rejects.toThrow();
    await account.gates.release('hang');
    await account.clock.advance(2 * 86_400_000);
    expect(receiver.deliveries).toEqual([]);
    expect((await account.request(`/jobs/${id}`)).status).toBe(404);
    expect((await account.counters()).requests).toBe(1);
    expect((await account.usage()).generations).toEqual([]);
    await submit(account, { 'idempotency-key': 'k' });
    expect((await account.effects()).generations).toBe(1);
  });

  test('stops retries of the old world, and forgets its keys', async ({ account }) => {
    await account.webhooks.create({ url: receiver.url, connect_to: receiver.connectTo, ca: receiver.ca });
    const key = await account.keys.create();
    receiver.state.status = 500;
    await submit(account);
    await account.wait.forDeliveries(1, { state: 'attempted' });
    const before = receiver.deliveries.length;
    await account.reset();
    await account.clock.advance(2 * 86_400_000);
    expect(receiver.deliveries).toHaveLength(before);
    expect((await account.request('/models', { headers: { authorization: `Bearer ${key.secret}` } })).status).toBe(401);
  });
});

describe('a fork', () => {
  test('is arranged like its account, and nothing that happened there is in it', async ({ control }) => {
    const prepared = await control.accounts.create({ credit_usd: 3 });
    const restricted = await prepared.keys.create({ models: ['gateproof/echo-2'] });
    const made = await prepared.models.create({ modality: 'text', endpoints: ['http://127.0.0.1:9/x'], price_usd: 1 });
    await prepared.setRateLimit({ requests: 4, window_ms: 60_000 });
    await prepared.faults.set({ fault: { kind: 'status', status: 500 }, times: 1 });
    await prepared.clock.advance(86_400_000);
    await send(prepared, '/chat/completions', { model, messages });
    const forks = await Promise.all([prepared.fork({ seed: 'f' }), prepared.fork({ seed: 'f' })]);
    for (const fork of forks) {
      expect((await fork.clock.now()).getTime() - Date.now()).toBeGreaterThan(86_000_000);
      expect((await fork.usage()).generations).toEqual([]);
      const statuses: number[] = [];
      for (let number = 0; number < 5; number += 1) {
        statuses.push((await send(fork, '/chat/completions', { model, messages })).status);
      }
      expect(statuses).toEqual([502, 200, 200, 200, 429]);
    }
    const [one] = forks;
    if (one === undefined) throw new Error('there is no fork');
    const world = await one.reset();
    expect([world.keys.length, world.seed, world.epoch]).toEqual([2, 'f', 1]);
    const second = `Bearer ${world.keys[1]?.secret}`;
    expect(second).not.toContain(restricted.secret);
    const listed = await jsonOf(one.request('/models', { headers: { authorization: second } }));
    expect(listed.data).toMatchObject([{ id: 'gateproof/echo-2' }]);
    expect((await one.request(`/models/${made.id}`)).status).toBe(200);
    expect((await send(one, '/chat/completions', { model, messages })).status).toBe(502);
  });
});

describe('a hundred accounts side by side', () => {
  test('never meet', { timeout: 60_000 }, async ({ control }) => {
    const lonely = await control.accounts.create({ seed: 'same' });
    const alone = await story(lonely);
    const accounts = await Promise.all(Array.from({ length: 100 }, () => control.accounts.create({ seed: 'same' })));
    const stories = await Promise.all(
      accounts.map(async (account, place) => {
        const first = await story(account);
        await account.clock.advance(place * 3_600_000);
        if (place % 10 === 0) {
          await account.reset();
          return [first, await story(account)];
        }
        return [first];
      }),
    );
    expect(new Set(stories.flat())).toEqual(new Set([alone]));
    const clocks = await Promise.all(accounts.map(async (account) => (await account.clock.now()).getTime()));
    const aheadH = clocks.map((at) => Math.floor((at - Date.now() + 60_000) / 3_600_000));
    expect(aheadH).toEqual(accounts.map((_account, place) => (place % 10 === 0 ? 0 : place)));
    const counters = await Promise.all(accounts.map((account) => account.counters()));
    expect(new Set(counters.map(({ requests }) => requests))).toEqual(new Set([9]));
  });
});
