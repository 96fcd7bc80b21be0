import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs } from '@gateproof/spec';
import { turn } from '@gateproof/upstreams';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { SimulatorOptions } from '../simulator-options.ts';
import { DataFileError } from '../store/data-file-error.ts';
import { SqliteStore } from '../store/sqlite-store.ts';
import { messages, openGateway } from '../testing/gateway.fixture.ts';
import { openReceiver } from '../testing/receiver.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-data-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let data = '';
let made = 0;
beforeEach(() => {
  made += 1;
  data = join(folder, `${made}.sqlite`);
});

type Gateway = Awaited<ReturnType<typeof openGateway>>;

/** Sends to a gateway as the holder of a key. */
const as = (gateway: Gateway, secret: string) => (method: string, path: string, body?: unknown, key?: string) =>
  gateway.send(method, path, body, {
    authorization: `Bearer ${secret}`,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  });

/** What a gateway leaves to another one on the same file; what ends it is the end of its process, so it gets no signal. */
async function inSuccession<T>(
  first: (gateway: Gateway) => Promise<T>,
  second: (gateway: Gateway, left: T) => Promise<void>,
  options: SimulatorOptions = {},
) {
  const one = await openGateway({ data, ...options });
  const left = await first(one).finally(() => one.simulator.close());
  const other = await openGateway({ data, ...options });
  await second(other, left).finally(() => other.close());
  await one.server.close();
}

describe('a gateway with a data file takes up what another one left', () => {
  test('accounts with their keys, models, limits, credit, spending and clocks', async () => {
    await inSuccession(
      async (gateway) => {
        const account = await gateway.account({ credit_usd: 5 });
        const capped = await account.cappedKey(0.02, { models: ['own/text'] });
        const model = await account.modelWith({ id: 'own/text' });
        expect((await capped.chat({ model: model.id, messages })).status).toBe(200);
        await account.advance(3 * dayMs);
        const { now } = (await gateway.testbed('GET', `${account.path}/clock`)).json;
        return { account, capped, now };
      },
      async (gateway, { account, capped, now }) => {
        const send = as(gateway, capped.secret);
        const usage = (await gateway.testbed('GET', `${account.path}/usage`)).json;
        expect(usage).toMatchObject({ charged_usd: 0.01, generations: [{ kind: 'chat', model: 'own/text' }] });
        expect((await send('POST', '/v1/chat/completions', { model: 'own/text', messages })).status).toBe(200);
        const over = await send('POST', '/v1/chat/completions', { model: 'own/text', messages });
        expect(over.json.error.code).toBe('budget_exceeded');
        expect((await send('POST', '/v1/chat/completions', { model: 'gateproof/echo', messages })).status).toBe(403);
        const later = (await gateway.testbed('GET', `${account.path}/clock`)).json.now;
        expect(Date.parse(later)).toBeGreaterThanOrEqual(Date.parse(now));
        expect(Date.parse(later) - Date.parse(now)).toBeLessThan(60_000);
      },
    );
  });

  test('the default account and its key, and other ids than before', async () => {
    const image = { model: 'gateproof/image', prompt: 'x' };
    await inSuccession(
      async (gateway) =>
        (await as(gateway, gateway.simulator.defaultKey)('POST', '/v1/images/generations', image)).json,
      async (gateway, job) => {
        const send = as(gateway, gateway.simulator.defaultKey);
        expect((await send('GET', `/v1/jobs/${job.id}`)).json.id).toBe(job.id);
        const next = await send('POST', '/v1/images/generations', image);
        expect(next.json.id).not.toBe(job.id);
        expect(next.json.generation_id).not.toBe(job.generation_id);
      },
    );
  });

  test('answers of idempotency keys, of conversations, streams and jobs', async () => {
    const chat = { model: 'gateproof/echo', messages };
    const requests = [
      ['/v1/chat/completions', chat],
      ['/v1/chat/completions', { ...chat, stream: true }],
      ['/v1/images/generations', { model: 'gateproof/image', prompt: 'x' }],
    ] as const;
    await inSuccession(
      async (gateway) => {
        const send = as(gateway, gateway.simulator.defaultKey);
        return Promise.all(requests.map(async ([path, body], n) => (await send('POST', path, body, `key-${n}`)).text));
      },
      async (gateway, texts) => {
        const send = as(gateway, gateway.simulator.defaultKey);
        for (const [n, [path, body]] of requests.entries()) {
          expect((await send('POST', path, body, `key-${n}`)).text).toBe(texts[n]);
          expect((await send('POST', path, { ...body, x_other: 1 }, `key-${n}`)).status).toBe(409);
        }
      },
    );
  });

  test('a conversation that was cut off keeps its key, and does not run again', async () => {
    await inSuccession(
      async (gateway) => {
        const account = await gateway.account();
        const model = await account.model([turn({ kind: 'default' }, { kind: 'hang' })]);
        const [upstream] = model.upstreams;
        if (upstream === undefined) throw new Error('the model has no upstream');
        void account.key.chat({ model: model.id, messages }, { 'idempotency-key': 'cut' }).catch(() => undefined);
        while (upstream.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
        return { secret: account.key.secret, model: model.id, upstream };
      },
      async (gateway, { secret, model, upstream }) => {
        const again = await as(gateway, secret)('POST', '/v1/chat/completions', { model, messages }, 'cut');
        expect([again.status, again.json.error.code]).toEqual([409, 'idempotency_conflict']);
        expect(upstream.calls).toHaveLength(1);
      },
    );
  });

  test('jobs that have not finished go on, and links to files stay good', async () => {
    await inSuccession(
      async (gateway) => {
        const account = await gateway.account();
        const hanging = turn({ kind: 'default' }, { kind: 'hang' });
        const model = await account.modelWith({ modality: 'image' }, [hanging, turn({ kind: 'default' })]);
        const send = as(gateway, account.key.secret);
        const submit = async (id: string) =>
          (await send('POST', '/v1/images/generations', { model: id, prompt: 'x' })).json.id;
        const [cut, done] = [await submit(model.id), await submit('gateproof/image')];
        let job = (await send('GET', `/v1/jobs/${done}`)).json;
        while (job.state !== 'succeeded') job = (await send('GET', `/v1/jobs/${done}`)).json;
        return { secret: account.key.secret, cut, link: new URL(job.output[0].url) };
      },
      async (gateway, { secret, cut, link }) => {
        let job = { state: 'queued', usage: { cost: { billing_usd: 0 } } };
        while (job.state === 'queued' || job.state === 'processing') {
          job = (await as(gateway, secret)('GET', `/v1/jobs/${cut}`)).json;
        }
        expect([job.state, job.usage.cost.billing_usd]).toEqual(['succeeded', 0.01]);
        expect((await gateway.send('GET', link.pathname + link.search)).status).toBe(200);
      },
    );
  });

  test('deliveries go on with their number, schedule, event id and secrets', async () => {
    const receiver = await openReceiver();
    receiver.state.status = 500;
    await inSuccession(
      async (gateway) => {
        const account = await gateway.account();
        const { url, connectTo: connect_to, ca } = receiver;
        const webhook = await gateway.testbed('POST', `${account.path}/webhooks`, { url, connect_to, ca });
        await gateway.testbed('POST', `${account.path}/webhooks/${webhook.json.id}/rotate`);
        await account.key.send('POST', '/v1/images/generations', { model: 'gateproof/image', prompt: 'x' });
        await receiver.received(1);
        await account.advance(2 * 60_000);
        expect(receiver.deliveries).toHaveLength(2);
        return account.path;
      },
      async (gateway, path) => {
        await gateway.testbed('POST', `${path}/clock/advance`, { ms: 2 * dayMs });
        expect(receiver.deliveries).toHaveLength(8);
        expect(new Set(receiver.deliveries.map(({ body }) => body)).size).toBe(1);
        const signatures = receiver.deliveries.map(({ headers }) => String(headers['svc-signature']));
        expect(signatures.every((signature) => signature.match(/v1=/g)?.length === 2)).toBe(true);
        const times = signatures.map((signature) => Number(/t=(\d+)/.exec(signature)?.[1]));
        const gaps = times.slice(1).map((time, place) => time - (times[place] ?? 0));
        expect(gaps).toEqual([...gaps].sort((one, other) => one - other));
        const { deliveries } = (await gateway.testbed('GET', `${path}/deliveries`)).json;
        expect(deliveries).toMatchObject([{ state: 'given-up', attempts: { length: 8 } }]);
      },
    );
    await receiver.close();
  });

  test('credit that was set anew', async () => {
    await inSuccession(
      async (gateway) => {
        const account = await gateway.account({ credit_usd: 5 });
        expect((await gateway.testbed('PUT', `${account.path}/credit`, { usd: 0 })).status).toBe(204);
        return account.key.secret;
      },
      async (gateway, secret) => {
        const refused = await as(gateway, secret)('POST', '/v1/chat/completions', {
          model: 'gateproof/echo',
          messages,
        });
        expect([refused.status, refused.json.error.code]).toEqual([402, 'insufficient_credit']);
      },
    );
  });

  test('nothing of an account that was removed', async () => {
    await inSuccession(
      async (gateway) => {
        const account = await gateway.account();
        await account.key.send('POST', '/v1/images/generations', { model: 'gateproof/image', prompt: 'x' });
        await gateway.testbed('DELETE', account.path);
        return account;
      },
      async (gateway, { path, key }) => {
        expect((await gateway.testbed('GET', `${path}/usage`)).status).toBe(404);
        expect((await as(gateway, key.secret)('GET', '/v1/models')).status).toBe(401);
      },
    );
  });
});

test('an account record that is damaged is refused in one line', async () => {
  const store = new SqliteStore(data);
  await store.save([{ kind: 'account', id: 'acc_1', account: 'acc_1', value: {} }]);
  await store.close();
  const refusal = `the data file ${data} can not be used: a record in it is damaged; restore it from a copy, or name another file`;
  await expect(openGateway({ data })).rejects.toThrow(new DataFileError(refusal));
});

test('two gateways can not share a data file', async () => {
  const gateway = await openGateway({ data });
  await expect(openGateway({ data })).rejects.toThrow(DataFileError);
  await gateway.close();
});
