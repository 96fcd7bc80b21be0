import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { AccountControl } from '../control/account-control.ts';
import { openReceiver } from '../testing/receiver.fixture.ts';
import { test } from '../vitest.ts';

const messages = [{ role: 'user', content: 'Say something.' }];
const submit = async (account: AccountControl) => {
  const body = JSON.stringify({ model: 'gateproof/image', prompt: 'a square' });
  return (await (await account.request('/images/generations', { method: 'POST', body })).json()) as { id: string };
};
const streamOf = (account: AccountControl) =>
  account.request('/chat/completions', {
    method: 'POST',
    body: JSON.stringify({ model: 'gateproof/echo', messages, stream: true }),
  });

describe('a gate', () => {
  test('holds a stream at its k-th event until it is released over plain HTTP', async ({ account, simulator }) => {
    await account.faults.set({ kind: 'gate', gate: 'third', beforeEvent: 3 });
    const body = (await streamOf(account)).body as ReadableStream<Uint8Array>;
    const decoder = new TextDecoderStream();
    const reader = body.pipeThrough(decoder as never).getReader() as unknown as ReadableStreamDefaultReader<string>;
    expect(await account.wait.forGate('third')).toEqual({ gate: 'third', waiting: 1 });
    let text = '';
    while (text.split('data: ').length < 3) text += (await reader.read()).value ?? '';
    expect(text.match(/data: /g)).toHaveLength(2);
    const next = reader.read();
    const release = `${simulator.url}/_testbed/v1/accounts/${account.id}/gates/third/release`;
    expect(await (await fetch(release, { method: 'POST' })).json()).toEqual({ gate: 'third', released: 1 });
    for (let piece = await next; !piece.done; piece = await reader.read()) text += piece.value;
    expect(text).toMatch(/\[DONE\]\n\n$/);
    expect(await (await streamOf(account)).text()).toMatch(/\[DONE\]\n\n$/);
  });

  test('lets go of a client that leaves', async ({ account }) => {
    await account.faults.set({ kind: 'gate', gate: 'g', beforeEvent: 3 });
    const answer = await streamOf(account);
    await account.wait.forGate('g');
    await answer.body?.cancel();
    await expect.poll(() => account.gates.release('g')).toBe(0);
    expect(await account.effects()).toMatchObject({ effects: [{ answer: 'lost' }] });
  });

  test('holds an endpoint that hangs, and a moved clock passes its delays', async ({ account }) => {
    await account.faults.set({ fault: { kind: 'hang', gate: 'h' }, times: 1 }, { kind: 'late-answer', ms: 20_000 });
    const hung = streamOf(account);
    await account.wait.forGate('h');
    await account.gates.release('h');
    expect((await hung).status).toBe(200);
    const late = streamOf(account);
    await expect.poll(async () => (await account.effects()).generations).toBe(2);
    await account.clock.advance(20_000);
    expect((await late).status).toBe(200);
  });
});

describe('a wait for a job', () => {
  test('ends with the job once it is in the state', async ({ account }) => {
    await account.faults.set({ fault: { kind: 'hang' }, on: { route: 'image' } });
    const { id } = await submit(account);
    expect(await account.wait.forJob(id, 'processing')).toMatchObject({ id, state: 'processing' });
    const final = account.wait.forJob(id);
    await account.gates.release('hang');
    expect(await final).toMatchObject({ id, state: 'succeeded', output: [{ type: 'image/png' }] });
  });

  test('says clearly that its time is over, or that it is in vain', async ({ account }) => {
    await account.faults.set({ fault: { kind: 'hang' }, on: { route: 'image' } });
    const { id } = await submit(account);
    const late = account.wait.forJob(id, 'succeeded', { timeoutMs: 5 });
    await expect(late).rejects.toMatchObject({
      status: 408,
      code: 'wait_timeout',
      message: expect.stringContaining(`After 5 ms job ${id} is processing; wanted succeeded.`),
    });
    await account.request(`/jobs/${id}/cancel`, { method: 'POST' });
    const vain = account.wait.forJob(id, 'succeeded');
    await expect(vain).rejects.toMatchObject({ status: 409, message: expect.stringContaining('canceled for good') });
    await expect(account.wait.forJob('job_none')).rejects.toMatchObject({ status: 404 });
  });

  const bad: readonly (readonly [string, string])[] = [
    ['timeout_ms=60001', 'timeout_ms: must be a whole number from 0 to 60000, not 60001.'],
    ['timeout_ms=-1', 'not -1'],
    ['timeout_ms=1e3', 'not 1e3'],
    ['state=done', 'state: must be one of final, queued'],
    ['state=final&state=final', 'state: must be given once'],
  ];
  test.for(bad)('refuses %s', async ([query, problem], { account, simulator }) => {
    const { id } = await submit(account);
    const answer = await fetch(`${simulator.url}/_testbed/v1/accounts/${account.id}/jobs/${id}/wait?${query}`);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(problem)]);
  });

  test('ends when the account is removed', async ({ control }) => {
    const account = await control.accounts.create();
    await account.faults.set({ fault: { kind: 'hang' }, on: { route: 'image' } });
    const waiting = account.wait.forJob((await submit(account)).id, 'succeeded');
    await account.wait.forGate('hang');
    await account.remove();
    await expect(waiting).rejects.toMatchObject({ code: 'wait_in_vain' });
  });
});

describe('a wait for deliveries', () => {
  let receiver: Awaited<ReturnType<typeof openReceiver>>;
  beforeAll(async () => {
    receiver = await openReceiver();
  });
  afterAll(() => receiver.close());

  test('ends once so many were acknowledged, or attempted', async ({ account }) => {
    await account.webhooks.create({ url: receiver.url, connect_to: receiver.connectTo, ca: receiver.ca });
    const two = account.wait.forDeliveries(2);
    await submit(account);
    await expect(account.wait.forDeliveries(2, { timeoutMs: 1 })).rejects.toThrow('of 2 deliveries are delivered');
    await submit(account);
    expect((await two).deliveries).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
    receiver.state.status = 500;
    await submit(account);
    await account.wait.forDeliveries(3, { state: 'attempted' });
    await account.clock.advance(60_000 * 2);
    await account.wait.forDeliveries(4, { state: 'attempted' });
    await account.clock.advance(86_400_000);
    expect((await account.wait.forDeliveries(1, { state: 'given-up' })).deliveries).toHaveLength(1);
  });
});
