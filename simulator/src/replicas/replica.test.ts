import { dayMs } from '@gateproof/spec';
import { describe, expect, test } from 'vitest';
import { createSimulator, type Simulator } from '../simulator.ts';
import { freshDatabase, withoutPostgres } from '../store/postgres.fixture.ts';

const image = { model: 'gateproof/image', prompt: 'x' };
const chat = { model: 'gateproof/echo', messages: [{ role: 'user', content: 'hello' }] };

/** A gateway at an address, as its clients see it. */
const at =
  (url: string) =>
  async (
    method: string,
    path: string,
    { body, secret, key }: { body?: unknown; secret?: string; key?: string } = {},
  ) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, json: text.startsWith('{') ? JSON.parse(text) : undefined };
  };

async function openReplicas(count: number) {
  const data = freshDatabase();
  const simulators: Simulator[] = [];
  const urls: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const simulator = createSimulator({ data, seed: `replica ${n}` });
    simulators.push(simulator);
    urls.push(await simulator.listen());
  }
  const [one, two] = urls.map(at);
  const [first, second] = simulators;
  if (one === undefined || two === undefined || first === undefined || second === undefined)
    throw new Error('two replicas at least');
  return { one, two, first, second, close: () => Promise.all(simulators.map((simulator) => simulator.close())) };
}

describe.skipIf(withoutPostgres)(`replicas${withoutPostgres === undefined ? '' : ` (${withoutPostgres})`}`, () => {
  test('share the default key, accounts, keys, jobs, idempotency keys and clocks', async () => {
    const { one, two, first, close } = await openReplicas(2);
    expect((await two('GET', '/v1/models', { secret: first.defaultKey })).status).toBe(200);
    const account = (await one('POST', '/_testbed/v1/accounts', { body: {} })).json;
    const secret = account.key.secret;
    const path = `/_testbed/v1/accounts/${account.id}`;
    const job = await two('POST', '/v1/images/generations', { body: image, secret, key: 'k' });
    expect(job.status).toBe(202);
    expect((await one('POST', '/v1/images/generations', { body: image, secret, key: 'k' })).text).toBe(job.text);
    expect((await one('GET', `/v1/jobs/${job.json.id}`, { secret })).json.id).toBe(job.json.id);
    await two('POST', `${path}/clock/advance`, { body: { ms: dayMs } });
    const { now } = (await one('GET', `${path}/clock`)).json;
    expect(Date.parse(now) - Date.now()).toBeGreaterThan(dayMs - 60_000);
    const { json: made } = await two('POST', `${path}/keys`, { body: {} });
    expect((await one('GET', '/v1/models', { secret: made.secret })).status).toBe(200);
    const done = await two('GET', `/v1/jobs/${job.json.id}`, { secret });
    const file = new URL(done.json.output[0].url);
    expect((await two('GET', file.pathname + file.search)).status).toBe(200);
    expect((await two('DELETE', path)).status).toBe(204);
    expect((await two('GET', '/v1/models', { secret })).status).toBe(401);
    expect((await two('GET', `${path}/clock`)).status).toBe(404);
    await close();
  });

  test('pass a stream on as it comes, and a conversation under a key to the same answer', async () => {
    const { one, two, first, close } = await openReplicas(2);
    const body = { ...chat, stream: true };
    const streamed = await two('POST', '/v1/chat/completions', { body, secret: first.defaultKey, key: 's' });
    expect(streamed.text).toMatch(/^data: .*\n\ndata: \[DONE\]\n\n$/s);
    expect((await one('POST', '/v1/chat/completions', { body, secret: first.defaultKey, key: 's' })).text).toBe(
      streamed.text,
    );
    await close();
  });

  test('take over the accounts of one that is gone, and go on with its jobs', async () => {
    const { one, two, first, close } = await openReplicas(2);
    const secret = first.defaultKey;
    const job = (await one('POST', '/v1/images/generations', { body: image, secret, key: 'k' })).json;
    await two('GET', '/v1/models', { secret });
    await first.close();
    const again = await two('POST', '/v1/images/generations', { body: image, secret, key: 'k' });
    expect([again.status, again.json.id]).toEqual([202, job.id]);
    let read = (await two('GET', `/v1/jobs/${job.id}`, { secret })).json;
    while (read.state !== 'succeeded') read = (await two('GET', `/v1/jobs/${job.id}`, { secret })).json;
    await close();
  });
});
