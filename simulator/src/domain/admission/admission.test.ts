import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messages, openGateway } from '../../testing/gateway.fixture.ts';

let gateway: Awaited<ReturnType<typeof openGateway>>;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const day = 24 * 3_600_000;
const refusal = ({ status, json }: { status: number; json: { error?: { code: string } } }) => [
  status,
  json.error?.code,
];

describe('a key', () => {
  test('that is missing, unknown, deleted or expired is refused, and a good one is not', async () => {
    const account = await gateway.account();
    const model = await account.model();
    const [deleted, expiring] = [
      await account.newKey({}),
      await account.newKey({ expires_at: new Date(Date.now() + day).toISOString() }),
    ];
    await gateway.testbed('DELETE', `${account.path}/keys/${deleted.id}`);
    const body = { model: model.id, messages };
    expect(refusal(await gateway.send('POST', '/v1/chat/completions', body))).toEqual([401, 'unauthorized']);
    for (const authorization of ['Bearer', 'Bearer ', `Basic ${account.key.secret}`, `Bearer ${account.key.secret}x`]) {
      const answer = await gateway.send('POST', '/v1/chat/completions', body, { authorization });
      expect(refusal(answer)).toEqual([401, 'unauthorized']);
    }
    expect(refusal(await deleted.chat(body))).toEqual([401, 'unauthorized']);
    expect((await expiring.chat(body)).status).toBe(200);
    await account.advance(day);
    expect(refusal(await expiring.chat(body))).toEqual([401, 'unauthorized']);
    expect((await account.key.chat(body)).status).toBe(200);
  });

  test('with a model set may use those models only, and sees no others', async () => {
    const account = await gateway.account();
    const [inside, outside] = [await account.model(), await account.model()];
    const key = await account.newKey({ models: [inside.id] });
    expect((await key.chat({ model: inside.id, messages })).status).toBe(200);
    expect(refusal(await key.chat({ model: outside.id, messages }))).toEqual([403, 'forbidden']);
    expect(refusal(await key.chat({ model: inside.id, models: [outside.id], messages }))).toEqual([403, 'forbidden']);
    expect(outside.upstreams[0]?.callCount).toBe(0);
    const { json } = await key.send('GET', '/v1/models');
    expect(json.data.map(({ id }: { id: string }) => id)).toEqual([inside.id]);
    expect(refusal(await key.send('GET', `/v1/models/${outside.id}`))).toEqual([403, 'forbidden']);
    expect((await key.send('GET', `/v1/models/${inside.id.replace('/', '%2F')}`)).json.id).toBe(inside.id);
  });

  test('with IP ranges is good from inside them only', async () => {
    const account = await gateway.account();
    const [near, far] = [
      await account.newKey({ ip_ranges: ['127.0.0.0/8', '::1/128'] }),
      await account.newKey({ ip_ranges: ['198.51.100.0/24'] }),
    ];
    expect((await near.send('GET', '/v1/models')).status).toBe(200);
    const spoofed = await far.send('GET', '/v1/models', undefined, { 'x-forwarded-for': '198.51.100.7' });
    expect(refusal(spoofed)).toEqual([403, 'forbidden']);
  });

  test('with a cap is refused when a request would cross it, and good again next month', async () => {
    const account = await gateway.account();
    const model = await account.modelWith({ price_usd: 0.4 });
    const key = await account.cappedKey(1);
    const ask = () => key.chat({ model: model.id, messages });
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    expect(refusal(await ask())).toEqual([402, 'budget_exceeded']);
    expect((await account.key.chat({ model: model.id, messages })).status).toBe(200);
    expect((await key.send('GET', '/v1/models')).status).toBe(200);
    await account.advance(62 * day);
    expect((await ask()).status).toBe(200);
  });

  test('with a cap cannot cross it with requests at the same time', async () => {
    const account = await gateway.account();
    const model = await account.modelWith({ price_usd: 0.4 });
    const key = await account.cappedKey(1);
    const answers = await Promise.all(Array.from({ length: 6 }, () => key.chat({ model: model.id, messages })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  });

  test('with a policy is refused what the policy forbids, and without one it is not', async () => {
    const account = await gateway.account();
    const model = await account.model();
    const key = await account.newKey({ policy: { retention: 'strict', region: 'home' } });
    const { fragments } = (await gateway.testbed('GET', '/')).json;
    for (const fragment of [fragments.looser_retention, fragments.other_region]) {
      const body = { model: model.id, messages, ...fragment };
      expect(refusal(await key.chat(body))).toEqual([400, 'policy_conflict']);
      expect((await account.key.chat(body)).status).toBe(200);
    }
    expect((await key.chat({ model: model.id, messages })).status).toBe(200);
  });
});

describe('an account', () => {
  test('without credit is refused until it has some', async () => {
    const account = await gateway.account({ credit_usd: 0 });
    const model = await account.model();
    expect(refusal(await account.key.chat({ model: model.id, messages }))).toEqual([402, 'insufficient_credit']);
    expect((await account.key.send('GET', '/v1/models')).status).toBe(200);
    await gateway.testbed('PUT', `${account.path}/credit`, { usd: 5 });
    expect((await account.key.chat({ model: model.id, messages })).status).toBe(200);
    expect((await account.usage()).generations).toHaveLength(1);
  });

  test('beyond its rate limit learns how long to wait, and served after that', async () => {
    const account = await gateway.account();
    await gateway.testbed('PUT', `${account.path}/rate-limit`, { limit: { requests: 1, window_ms: 2_500 } });
    const list = () => account.key.send('GET', '/v1/models');
    expect((await list()).status).toBe(200);
    const { status, headers, json } = await list();
    expect([status, json.error.code, json.error.type]).toEqual([429, 'rate_limited', 'rate_limit_error']);
    expect(Number(headers.get('retry-after'))).toBe(Math.ceil(json.error.retry_after_ms / 1_000));
    await account.advance(json.error.retry_after_ms);
    expect((await list()).status).toBe(200);
  });

  test('has internal errors', async () => {
    const [account, other] = [await gateway.account(), await gateway.account()];
    const trouble = (body: object) => gateway.testbed('PUT', `${account.path}/trouble`, body);
    const list = () => account.key.send('GET', '/v1/models');
    await trouble({ stale_configuration: true });
    expect(refusal(await list())).toEqual([503, 'snapshot_expired']);
    expect((await other.key.send('GET', '/v1/models')).status).toBe(200);
    await trouble({ stale_configuration: false, internal_failure: true });
    expect(refusal(await list())).toEqual([500, 'internal_error']);
    await trouble({ internal_failure: false });
    expect((await list()).status).toBe(200);
  });

  test('does not see the models of another', async () => {
    const [account, other] = [await gateway.account(), await gateway.account()];
    const model = await account.model();
    expect(refusal(await other.key.chat({ model: model.id, messages }))).toEqual([404, 'no_endpoint_available']);
    expect(refusal(await other.key.send('GET', `/v1/models/${model.id}`))).toEqual([404, 'model_not_found']);
  });
});

describe('a request', () => {
  test('that asks for too much is refused with the code of what it asks for', async () => {
    const account = await gateway.account();
    const model = await account.modelWith({ context_window: 10 });
    const { fragments } = (await gateway.testbed('GET', '/')).json;
    const ask = (more: object) => account.key.chat({ model: model.id, messages, ...more });
    const long = [{ role: 'user', content: Array.from({ length: 11 }, (_, n) => `word${n}`).join(' ') }];
    expect(refusal(await ask({ messages: long }))).toEqual([400, 'context_length_exceeded']);
    expect(refusal(await ask(fragments.unsupported_feature))).toEqual([400, 'unsupported_capability']);
    const filtered = await ask(fragments.excluding_filter);
    expect(refusal(filtered)).toEqual([404, 'no_endpoint_available']);
    expect(filtered.json.error.message).toContain('provider.only');
    expect(refusal(await ask({ model: 'gateproof/embed' }))).toEqual([404, 'no_endpoint_available']);
    expect((await ask({})).status).toBe(200);
    expect(model.upstreams[0]?.callCount).toBe(1);
  });

  test('for an unknown model is served by a known fallback model', async () => {
    const account = await gateway.account();
    const model = await account.model();
    const answer = await account.key.chat({ model: 'nobody/knows', models: [model.id], messages });
    expect(answer.json.model).toBe(model.id);
  });
});
