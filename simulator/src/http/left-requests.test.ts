import { turn } from '@gateproof/upstreams';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messages, openGateway } from '../testing/gateway.fixture.ts';

let gateway: Awaited<ReturnType<typeof openGateway>>;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

/** A conversation under a key whose client goes away while the endpoint still works on it. */
async function left(stream: boolean) {
  const account = await gateway.account();
  const fault = stream
    ? ({ kind: 'gate', gate: 'middle', beforeEvent: 3 } as const)
    : ({ kind: 'late-answer', ms: 100 } as const);
  const model = await account.model([turn({ kind: 'default' }, fault)]);
  const [upstream] = model.upstreams;
  if (upstream === undefined) throw new Error('the model has no upstream');
  const body = { model: model.id, messages, stream };
  const gone = new AbortController();
  const response = fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.key.secret}`, 'idempotency-key': 'left' },
    body: JSON.stringify(body),
    signal: gone.signal,
  });
  await Promise.race([response, upstream.waitForCall(1, 5_000)]);
  if (stream) await (await response).body?.getReader().read();
  gone.abort();
  await response.catch(() => undefined);
  return { upstream, account, again: () => account.key.chat(body, { 'idempotency-key': 'left' }) };
}

describe('a conversation under a key whose client goes away', () => {
  test('comes to its end, and its answer is there for who asks again', async () => {
    const { upstream, again } = await left(false);
    await expect.poll(async () => (await again()).status).toBe(200);
    expect(upstream.calls).toHaveLength(1);
    expect(upstream.calls[0]?.outcome).toBe('answered');
  });

  test('is called off when it is a stream, and does not run again', async () => {
    const { upstream, account, again } = await left(true);
    await expect.poll(async () => (await account.usage()).generations[0]?.error_code).toBe('client_disconnected');
    const { status, json } = await again();
    expect([status, json.error.code]).toEqual([409, 'idempotency_conflict']);
    expect(upstream.calls).toHaveLength(1);
  });
});
