import { dayMs, errorTable, loadOpenApi } from '@gateproof/spec';
import { OpenApiValidator } from '@gateproof/spec/validation';
import { turn } from '@gateproof/upstreams';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, eventsOf, messages, openGateway } from './testing/gateway.fixture.ts';
import { operationCalled, operationsOf } from './testing/openapi.fixture.ts';
import { openReceiver } from './testing/receiver.fixture.ts';

const contract = loadOpenApi();
const validator = new OpenApiValidator(contract);
let gateway: Awaited<ReturnType<typeof openGateway>>;
let account: Awaited<ReturnType<typeof gateway.account>>;
beforeAll(async () => {
  gateway = await openGateway({ bodyLimitBytes: 4096 });
  account = await gateway.account();
});
afterAll(() => gateway.close());

/** What the document says against an answer to an operation. */
function problemsOf(operationId: string, { status, headers, json }: Answer): readonly string[] {
  const [mediaType = ''] = (headers.get('content-type') ?? '').split(';');
  return validator.answer(operationCalled(contract, operationId), { status, mediaType, value: json });
}

const readJob = async (id: string) => account.key.send('GET', `/v1/jobs/${id}`);

async function finalJob(id: string) {
  for (;;) {
    const answer = await readJob(id);
    if (!['queued', 'processing'].includes(answer.json.state)) return answer;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const submit = (body: object = {}) =>
  account.key.send('POST', '/v1/images/generations', { model: 'gateproof/image', prompt: 'a red square', ...body });
const chat = (body: object = {}, headers: Record<string, string> = {}) =>
  account.key.chat({ model: 'gateproof/echo', messages, ...body }, headers);

/** How each operation is served. */
const served: Readonly<Record<string, () => Promise<Answer>>> = {
  createChatCompletion: () => chat({}, { 'x-svc-metadata': 'enabled', 'idempotency-key': 'one' }),
  createImage: () => submit(),
  createTranscription: () =>
    account.key.send('POST', '/v1/audio/transcriptions', {
      model: 'gateproof/transcribe',
      audio_url: 'https://audio.example.com/a.wav',
    }),
  getJob: async () => finalJob((await submit()).json.id),
  cancelJob: async () => {
    const model = await account.modelWith({ modality: 'image' }, [turn({ kind: 'default' }, { kind: 'hang' })]);
    const { json } = await submit({ model: model.id });
    return account.key.send('POST', `/v1/jobs/${json.id}/cancel`);
  },
  listModels: () => account.key.send('GET', '/v1/models'),
  getModel: () => account.key.send('GET', '/v1/models/gateproof/image'),
};

describe('each operation', () => {
  test.each(operationsOf(contract).map(({ operationId }) => operationId))('%s answers as described', async (id) => {
    const answer = await served[id]?.();
    if (answer === undefined) throw new Error(`nothing calls ${id}`);
    expect(answer.status).toBeLessThan(300);
    expect(answer.headers.get('x-svc-request-id')).toMatch(/^req_/);
    expect(problemsOf(id, answer)).toEqual([]);
  });

  test('the bodies that were sent are as described', () => {
    const chatBody = { model: 'gateproof/echo', messages };
    expect(validator.request(operationCalled(contract, 'createChatCompletion'), chatBody)).toEqual([]);
    const six = { ...chatBody, models: ['a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'a/6'] };
    expect(validator.request(operationCalled(contract, 'createChatCompletion'), six)).not.toEqual([]);
    expect(validator.request(operationCalled(contract, 'createImage'), { prompt: 'no model' })).not.toEqual([]);
  });

  test('a Job is as described in every state', async () => {
    const failing = await account.modelWith({ modality: 'image' }, [
      turn({ kind: 'default' }, { kind: 'status', status: 500 }),
    ]);
    const hanging = await account.modelWith({ modality: 'image' }, [turn({ kind: 'default' }, { kind: 'hang' })]);
    const failed = await finalJob((await submit({ model: failing.id })).json.id);
    const zdr = (await submit({ model: hanging.id, svc: { zdr: true }, retry_of: failed.json.id })).json;
    const working = await readJob(zdr.id);
    await account.advance(dayMs + 1);
    const discarded = await readJob(zdr.id);
    const states = [failed, working, discarded].map(({ json }) => json.state);
    expect(states).toEqual(['failed', 'processing', 'failed']);
    expect(discarded.json.error.code).toBe('retention_expired');
    for (const answer of [failed, working, discarded]) expect(problemsOf('getJob', answer)).toEqual([]);
  });
});

describe('a stream', () => {
  test.each([
    ['gateproof/echo', false],
    ['gateproof/fails-mid-stream', true],
  ])('of %s has events as described', async (model, fails) => {
    const answer = await chat({ model, stream: true });
    expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([200, 'text/event-stream']);
    const events = eventsOf(answer.text);
    expect(events.at(-1)).toBe('[DONE]');
    const values = events.slice(0, -1).map((data) => JSON.parse(data));
    expect(values.length).toBeGreaterThan(1);
    for (const value of values) expect(validator.schema('ChatStreamEvent', value)).toEqual([]);
    expect(validator.schema('ChatStreamFailure', values.at(-1)).length === 0).toBe(fails);
    for (const value of values.slice(0, -1)) expect(validator.schema('ChatStreamFailure', value)).not.toEqual([]);
  });
});

describe('each error', () => {
  const fails = (slug: string) => () => chat({ model: `gateproof/fails-${slug}` });
  const withKey = async (restrictions: object, body: object = {}) =>
    (await account.newKey(restrictions)).chat({ model: 'gateproof/echo', messages, ...body });
  const inTrouble = async (trouble: object) => {
    const troubled = await gateway.account();
    await gateway.testbed('PUT', `${troubled.path}/trouble`, trouble);
    return troubled.key.chat({ model: 'gateproof/echo', messages });
  };
  /** How the simulator comes to answer each code, by operation. */
  const provoked: Readonly<Record<string, readonly [operationId: string, () => Promise<Answer>]>> = {
    invalid_request: ['createChatCompletion', () => chat({ temperature: 'warm' })],
    policy_conflict: [
      'createChatCompletion',
      () => withKey({ policy: { retention: 'strict' } }, { svc: { retention: 'long' } }),
    ],
    unsupported_capability: ['createChatCompletion', () => chat({ audio: { voice: 'any' } })],
    context_length_exceeded: ['createChatCompletion', fails('context-length')],
    unauthorized: ['listModels', () => gateway.send('GET', '/v1/models')],
    budget_exceeded: ['createChatCompletion', () => withKey({ monthly_cap_usd: 0.0001 })],
    insufficient_credit: [
      'createImage',
      async () =>
        (await gateway.account({ credit_usd: 0 })).key.send('POST', '/v1/images/generations', {
          model: 'gateproof/image',
          prompt: 'a red square',
        }),
    ],
    forbidden: ['createChatCompletion', () => withKey({ models: ['gateproof/echo-2'] })],
    moderation_refused: ['createChatCompletion', fails('moderation')],
    model_not_found: ['getModel', () => account.key.send('GET', '/v1/models/no/such')],
    no_endpoint_available: ['createChatCompletion', () => chat({ model: 'no/such' })],
    job_not_found: ['getJob', () => readJob('job_none')],
    idempotency_conflict: [
      'createChatCompletion',
      async () => {
        await chat({}, { 'idempotency-key': 'two' });
        return chat({ max_tokens: 5 }, { 'idempotency-key': 'two' });
      },
    ],
    payload_too_large: ['createImage', () => submit({ prompt: 'x'.repeat(5000) })],
    rate_limited: ['createChatCompletion', fails('rate-limited')],
    internal_error: ['createChatCompletion', () => inTrouble({ internal_failure: true })],
    provider_unavailable: ['createChatCompletion', fails('unreachable')],
    provider_empty_response: ['createChatCompletion', fails('empty')],
    provider_payment_required: ['createChatCompletion', fails('payment-required')],
    provider_unauthorized: ['createChatCompletion', fails('unauthorized')],
    snapshot_expired: ['createChatCompletion', () => inTrouble({ stale_configuration: true })],
    upstream_timeout: [
      'createChatCompletion',
      async () => {
        const model = await account.model([turn({ kind: 'default' }, { kind: 'hang' })]);
        const waiting = chat({ model: model.id });
        while (model.upstreams[0]?.callCount !== 1) await new Promise((resolve) => setImmediate(resolve));
        await account.advance(31_000);
        return waiting;
      },
    ],
    job_already_finished: [
      'cancelJob',
      async () => {
        const { json } = await finalJob((await submit()).json.id);
        return account.key.send('POST', `/v1/jobs/${json.id}/cancel`);
      },
    ],
    method_not_allowed: ['listModels', () => account.key.send('PUT', '/v1/models', {})],
  };

  test.each(Object.entries(provoked))('%s is sent as described', async (code, [operationId, provoke]) => {
    const answer = await provoke();
    expect(answer.json.error.code).toBe(code);
    expect(problemsOf(operationId, answer)).toEqual([]);
    expect(answer.headers.get('x-svc-request-id')).toBe(answer.json.error.request_id);
    const hasWait = answer.json.error.retry_after_ms !== undefined;
    expect(/^\d+$/.test(answer.headers.get('retry-after') ?? '')).toBe(hasWait);
  });

  test('is provoked, but for those that no request to the simulator leads to', () => {
    const sent = [...errorTable.values()].filter(({ status }) => status !== null).map(({ code }) => code);
    expect(sent.filter((code) => provoked[code] === undefined)).toEqual([
      'run_not_found',
      'request_timeout',
      'retention_expired',
    ]);
  });

  test('with a code, kind or status of another row is not as described', async () => {
    const answer = await chat({ model: 'no/such' });
    const { error } = answer.json;
    const problems = (status: number, changed: object) =>
      problemsOf('createChatCompletion', { ...answer, status, json: { error: { ...error, ...changed } } });
    expect(problems(404, {})).toEqual([]);
    expect(problems(404, { code: 'model_not_found' })).toContainEqual(expect.stringContaining('error.code'));
    expect(problems(404, { kind: 'timeout' })).toContainEqual(expect.stringContaining('error.kind'));
    expect(problems(502, {})).toContainEqual(expect.stringContaining('error.code'));
    expect(problems(404, { param: 'model' })).toContainEqual(expect.stringContaining('error.param'));
    expect(problems(404, { usage: {} })).toContainEqual(expect.stringContaining('error.code'));
  });
});

describe('each webhook', () => {
  test.each(['job.succeeded', 'job.failed', 'job.canceled'])('%s is delivered as described', async (type) => {
    const receiver = await openReceiver();
    const own = await gateway.account();
    const { url, connectTo, ca } = receiver;
    await gateway.testbed('POST', `${own.path}/webhooks`, { url, connect_to: connectTo, ca });
    const faults = {
      'job.succeeded': [],
      'job.failed': [{ kind: 'status', status: 500 }],
      'job.canceled': [{ kind: 'hang' }],
    };
    const [fault] = faults[type as keyof typeof faults] as Parameters<typeof turn>[1][];
    const turns = fault === undefined ? [] : [turn({ kind: 'default' }, fault)];
    const model = await own.modelWith({ modality: 'image' }, turns);
    const { json } = await own.key.send('POST', '/v1/images/generations', { model: model.id, prompt: 'a red square' });
    if (type === 'job.canceled') await own.key.send('POST', `/v1/jobs/${json.id}/cancel`);
    const [delivery] = await receiver.received(1);
    await receiver.close();
    const operation = contract.webhooks?.[type]?.post;
    if (operation === undefined || delivery === undefined) throw new Error('there is no such webhook');
    expect(validator.request(operation, JSON.parse(delivery.body))).toEqual([]);
    const names = { 'SVC-Event': 'svc-event', 'SVC-Delivery': 'svc-delivery', 'SVC-Signature': 'svc-signature' };
    for (const [name, header] of Object.entries(names)) {
      expect(validator.parameter(operation, name, delivery.headers[header]), name).toEqual([]);
    }
    const other = contract.webhooks?.[type === 'job.failed' ? 'job.canceled' : 'job.failed']?.post;
    if (other !== undefined) expect(validator.request(other, JSON.parse(delivery.body))).not.toEqual([]);
  });
});
