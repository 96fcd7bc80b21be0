import { loadTestbedOpenApi } from '@gateproof/spec';
import { OpenApiValidator } from '@gateproof/spec/validation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages, openGateway } from '../testing/gateway.fixture.ts';
import { operationCalled, operationsOf } from '../testing/openapi.fixture.ts';

const document = loadTestbedOpenApi();
const validator = new OpenApiValidator(document);
let gateway: Awaited<ReturnType<typeof openGateway>>;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const endpoints = ['http://127.0.0.1:9/u'];
const url = 'https://hooks.example.test/in';
/** A body for each operation that has one. */
const bodies: Readonly<Record<string, object>> = {
  createAccount: { credit_usd: 5 },
  setCredit: { usd: 0 },
  createKey: {
    models: ['a/b'],
    ip_ranges: ['10.0.0.0/8'],
    monthly_cap_usd: 1,
    policy: { retention: 'strict', region: 'home' },
    expires_at: '2030-01-01T00:00:00.000Z',
  },
  createModel: { id: 'acme/talker', modality: 'text', endpoints, context_window: 64, price_usd: 0.01 },
  advanceClock: { ms: 1000 },
  setRateLimit: { limit: { requests: 2, window_ms: 60_000 } },
  setTrouble: { stale_configuration: true },
  createWebhook: { url, connect_to: '127.0.0.1:9', ca: 'PEM' },
};

test.each(operationsOf(document).map((operation) => [operation.operationId, operation] as const))(
  '%s takes the body and gives the answer that are described',
  async (operationId, { method, path }) => {
    const operation = operationCalled(document, operationId);
    const account = await gateway.account();
    await account.key.chat({ model: 'gateproof/echo', messages });
    const key = (await gateway.testbed('POST', `${account.path}/keys`, {})).json;
    const webhook = (await gateway.testbed('POST', `${account.path}/webhooks`, { url })).json;
    const real = path.replace('{account}', account.id).replace('{key}', key.id).replace('{webhook}', webhook.id);
    const body = bodies[operationId];
    if (body !== undefined) expect(validator.request(operation, body)).toEqual([]);
    expect('requestBody' in operation).toBe(body !== undefined);
    const { status, headers, text, json } = await gateway.testbed(method, real, body);
    expect(status).toBeLessThan(300);
    const mediaType = (headers.get('content-type') ?? '').split(';')[0] ?? '';
    expect(validator.answer(operation, { status, mediaType, value: text === '' ? undefined : json })).toEqual([]);
  },
);

test.each([
  ['createModel', { modality: 'smell', endpoints }],
  ['createModel', { modality: 'text', endpoints: [] }],
  ['createWebhook', {}],
  ['setRateLimit', { limit: { requests: 2 } }],
  ['setRateLimit', {}],
  ['createAccount', { credit_usd: -1 }],
])('%s takes %j neither by the document nor in fact', async (operationId, body) => {
  const account = await gateway.account();
  const { path, method } = operationsOf(document).find((one) => one.operationId === operationId) ?? {
    path: '',
    method: '',
  };
  expect(validator.request(operationCalled(document, operationId), body)).not.toEqual([]);
  const answer = await gateway.testbed(method, path.replace('{account}', account.id), body);
  expect(answer.status).toBe(400);
});
