import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { clock } from '../../clock.ts';
import type { Changes } from './decisions.ts';
import { crossedReceivers } from './mutant-table.ts';
import { serveCrossedReceiver } from './serve-crossed-receiver.ts';

const secret = 'whsec_test';

async function visit(changes: Changes) {
  const { url, observerUrl, close, restart } = await serveCrossedReceiver(changes, [secret]);
  const deliver = async (event: object, key = secret) => {
    const body = JSON.stringify(event);
    const t = Math.floor(clock.wallMs() / 1000);
    const v1 = createHmac('sha256', key).update(`${t}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'svc-signature': `t=${t},v1=${v1}` };
    return (await fetch(url, { method: 'POST', headers, body, redirect: 'manual' })).status;
  };
  const count = async (id: string) => {
    const seen = (await (await fetch(`${observerUrl}?event=${id}`)).json()) as { readonly count: number };
    return seen.count;
  };
  return { deliver, count, close, restart };
}

const changesOf = (id: string): Changes => crossedReceivers.find((one) => one.id === id)?.changes ?? {};

test('without a change it is a good receiver', async () => {
  const { deliver, count, close, restart } = await visit({});
  expect(await deliver({ id: 'evt_1', type: 'job.failed', data: {} })).toBe(200);
  expect(await deliver({ id: 'evt_2', type: 'job.failed', data: {} }, 'whsec_other')).toBe(400);
  await restart();
  expect(await deliver({ id: 'evt_1', type: 'job.failed', data: {} })).toBe(200);
  expect([await count('evt_1'), await count('evt_2')]).toEqual([1, 0]);
  await close();
});

test('a change shows on its occasion alone', async () => {
  const { deliver, count, close } = await visit(changesOf('type.failed × refused'));
  expect(await deliver({ id: 'evt_1', type: 'job.failed', data: {} })).toBe(400);
  expect(await deliver({ id: 'evt_2', type: 'job.canceled', data: {} })).toBe(200);
  expect([await count('evt_1'), await count('evt_2')]).toEqual([0, 1]);
  await close();
});

test('a restart is an occasion', async () => {
  const { deliver, count, close, restart } = await visit(changesOf('memory.id × forgotten at restart'));
  const event = { id: 'evt_1', type: 'job.failed', data: {} };
  for (let times = 0; times < 2; times += 1) await deliver(event);
  expect(await count('evt_1')).toBe(1);
  await restart();
  await deliver(event);
  expect(await count('evt_1')).toBe(2);
  await close();
});
