import { type Fault, turn } from '@gateproof/upstreams';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentOf, eventsOf, messages, openGateway } from '../testing/gateway.fixture.ts';

let gateway: Awaited<ReturnType<typeof openGateway>>;
beforeAll(async () => {
  gateway = await openGateway({ upstreamTimeoutMs: 30_000 });
});
afterAll(() => gateway.close());

function openStream(secret: string, model: string, signal?: AbortSignal): Promise<Response> {
  return fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages, stream: true }),
    ...(signal ? { signal } : {}),
  });
}

const said = { kind: 'chat', tokens: ['Héllo', ' ', 'wörld 🎉', '\n'] } as const;
const other = { kind: 'chat', tokens: ['other', ' answer'] } as const;

describe('a completion', () => {
  test('passes on what the endpoint said, under an id of its own and the requested model', async () => {
    const account = await gateway.account();
    const model = await account.model([turn(said)]);
    const { status, json } = await account.key.chat({ model: model.id, messages });
    expect(status).toBe(200);
    expect(json.choices[0].message.content).toBe(said.tokens.join(''));
    expect(json.model).toBe(model.id);
    expect(json.id).toMatch(/^chatcmpl_/);
    expect(model.upstreams[0]?.callCount).toBe(1);
  });

  test('sends the endpoint the settings and messages, and nothing of the routing', async () => {
    const account = await gateway.account();
    const [model, fallback] = [await account.model(), await account.model()];
    const body = { messages, temperature: 0.5, max_tokens: 3, tools: [], seed: 7 };
    await account.key.chat({ ...body, model: model.id, models: [fallback.id], provider: {}, svc: {} });
    expect(model.upstreams[0]?.calls[0]?.json).toEqual({ ...body, model: model.id });
  });

  test('carries the notes when they are asked for, and only then', async () => {
    const account = await gateway.account();
    const model = await account.model();
    const asked = await account.key.chat({ model: model.id, messages }, { 'x-svc-metadata': 'enabled' });
    expect(asked.json.svc_metadata).toMatchObject({ requested_model: model.id, region: 'home' });
    const not = await account.key.chat({ model: model.id, messages }, { 'x-svc-metadata': 'Enabled' });
    expect(not.json).not.toHaveProperty('svc_metadata');
  });

  test('is charged once, to the model that served', async () => {
    const account = await gateway.account();
    const broken = await account.modelWith({ price_usd: 5 }, [turn(said, { kind: 'status', status: 503 })]);
    const served = await account.modelWith({ price_usd: 0.25 });
    await account.key.chat({ model: broken.id, models: [served.id], messages });
    const usage = await account.usage();
    expect(usage.charged_usd).toBe(0.25);
    expect(usage.generations).toMatchObject([{ model: served.id, kind: 'chat', error_code: null }]);
  });
});

describe('a failing endpoint', () => {
  const cases: readonly (readonly [Fault, number, string])[] = [
    [{ kind: 'refuse-connection' }, 502, 'provider_unavailable'],
    [{ kind: 'reset-before-headers' }, 502, 'provider_unavailable'],
    [{ kind: 'status', status: 500 }, 502, 'provider_unavailable'],
    [{ kind: 'html-502' }, 502, 'provider_unavailable'],
    [{ kind: 'malformed-json' }, 502, 'provider_unavailable'],
    [{ kind: 'error-body-with-200' }, 502, 'provider_unavailable'],
    [{ kind: 'empty' }, 502, 'provider_empty_response'],
    [{ kind: 'empty', variant: 'no-content' }, 502, 'provider_empty_response'],
    [{ kind: 'empty', variant: 'no-bytes' }, 502, 'provider_empty_response'],
    [{ kind: 'payment-required' }, 502, 'provider_payment_required'],
    [{ kind: 'unauthorized' }, 502, 'provider_unauthorized'],
    [{ kind: 'rate-limited' }, 429, 'rate_limited'],
    [{ kind: 'context-length-refusal' }, 400, 'context_length_exceeded'],
    [{ kind: 'moderation-refusal' }, 403, 'moderation_refused'],
  ];
  test.each(cases)('%o leads to %i %s, streamed or not', async (fault, status, code) => {
    const account = await gateway.account();
    const model = await account.model([turn(said, fault)]);
    for (const stream of [false, true]) {
      const answer = await account.key.chat({ model: model.id, messages, stream });
      expect([answer.status, answer.json?.error?.code]).toEqual([status, code]);
      expect(answer.json.error.generation_id).toMatch(/^gen_/);
      expect(answer.json.error.attempts).toHaveLength(1);
    }
    expect((await account.usage()).charged_usd).toBe(0);
  });

  test('that never answers is given up on the account clock', async () => {
    const account = await gateway.account();
    const model = await account.model([turn(said, { kind: 'hang' })]);
    for (const stream of [false, true]) {
      const asked = account.key.chat({ model: model.id, messages, stream });
      await model.upstreams[0]?.waitForCall(stream ? 2 : 1, 5_000);
      await account.advance(30_000);
      const { status, json } = await asked;
      expect([status, json.error.code, json.error.kind]).toEqual([504, 'upstream_timeout', 'timeout']);
    }
  });

  test('gives way to the next endpoint of the model, then to the fallback models in turn', async () => {
    const account = await gateway.account();
    const down = turn(said, { kind: 'refuse-connection' });
    const model = await account.model([down], [turn(said, { kind: 'status', status: 500 })]);
    const [second, third] = [await account.model([down]), await account.model([turn(other)])];
    for (const stream of [false, true]) {
      const body = { model: model.id, models: [second.id, third.id], messages, stream };
      const { status, text, json } = await account.key.chat(body);
      expect(status).toBe(200);
      expect(stream ? contentOf(text) : json.choices[0].message.content).toBe('other answer');
    }
    expect(model.upstreams.map(({ callCount }) => callCount)).toEqual([2, 2]);
  });
});

describe('a stream', () => {
  test('relays every delta, whatever the pieces of the endpoint', async () => {
    const account = await gateway.account();
    const model = await account.model([turn(said, { kind: 'split-bytes', everyBytes: 3 }, { kind: 'crlf' })]);
    const { headers, text } = await account.key.chat({ model: model.id, messages, stream: true });
    expect(headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(headers.has('content-length')).toBe(false);
    expect(contentOf(text)).toBe(said.tokens.join(''));
    expect(eventsOf(text).filter((data) => data === '[DONE]')).toHaveLength(1);
    expect(eventsOf(text).at(-1)).toBe('[DONE]');
  });

  test('that breaks off after content says so in its last chunk, and no other endpoint is asked', async () => {
    const faults: readonly Fault[] = [
      { kind: 'cut-after', afterTokens: 2 },
      { kind: 'end-after', afterTokens: 2 },
      { kind: 'error-chunk', afterTokens: 2 },
    ];
    for (const fault of faults) {
      const account = await gateway.account();
      const model = await account.model([turn(said, fault)], [turn(other)]);
      const { status, headers, text } = await account.key.chat({ model: model.id, messages, stream: true });
      const [done, last] = eventsOf(text).toReversed();
      const { error, choices } = JSON.parse(last ?? '{}');
      expect([status, done, choices]).toEqual([200, '[DONE]', undefined]);
      expect(error).toMatchObject({ code: 'provider_unavailable', kind: 'unavailable', param: null });
      expect(error.request_id).toBe(headers.get('x-svc-request-id'));
      expect(contentOf(text)).toBe('Héllo ');
      expect(model.upstreams[1]?.callCount).toBe(0);
    }
  });

  test('that stalls for good after content ends with upstream_timeout', async () => {
    const account = await gateway.account();
    const model = await account.model([turn(said, { kind: 'stall', afterTokens: 1 })]);
    const response = await openStream(account.key.secret, model.id);
    let text = '';
    for await (const piece of response.body ?? []) {
      text += Buffer.from(piece).toString();
      if (contentOf(text) !== '' && !text.includes('"error"')) await account.advance(31_000);
    }
    const events = eventsOf(text);
    expect(contentOf(text)).toBe('Héllo');
    expect(JSON.parse(events.at(-2) ?? '{}').error.code).toBe('upstream_timeout');
  });

  test('that drips on without end is ended by the limit of the request, in good time by none of its silence', async () => {
    const account = await gateway.account();
    const dripping = { kind: 'chat', tokens: Array.from({ length: 3_000 }, (_, place) => `${place} `) } as const;
    const model = await account.model([turn(dripping, { kind: 'slow-drip', ms: 2 })], [turn(other)]);
    const response = await openStream(account.key.secret, model.id);
    let text = '';
    for await (const piece of response.body ?? []) {
      text += Buffer.from(piece).toString();
      if (!text.includes('"error"')) await account.advance(4_000);
    }
    expect(JSON.parse(eventsOf(text).at(-2) ?? '{}').error).toMatchObject({ code: 'request_timeout', kind: 'timeout' });
    expect(eventsOf(text).length).toBeGreaterThan(30);
    expect(model.upstreams[1]?.callCount).toBe(0);
  });

  test('fails over in silence as long as no content has come', async () => {
    const faults: readonly Fault[] = [{ kind: 'role-then-die' }, { kind: 'empty-delta-then-die' }, { kind: 'empty' }];
    for (const fault of faults) {
      const account = await gateway.account();
      const model = await account.model([turn(said, fault)], [turn(other)]);
      const { status, text } = await account.key.chat({ model: model.id, messages, stream: true });
      expect([status, contentOf(text)]).toEqual([200, 'other answer']);
      expect(text).not.toContain('"error"');
    }
  });

  test.each<Fault>([{ kind: 'duplicate-done' }, { kind: 'missing-done' }, { kind: 'sse-comments' }])(
    'is whole and ends once although the endpoint has %o',
    async (fault) => {
      const account = await gateway.account();
      const model = await account.model([turn(said, fault)]);
      const events = eventsOf((await account.key.chat({ model: model.id, messages, stream: true })).text);
      expect(events.filter((data) => data === '[DONE]')).toHaveLength(1);
      expect(events.at(-1)).toBe('[DONE]');
      expect(events.some((data) => data.includes('"error"'))).toBe(false);
    },
  );

  test('drains the endpoint', async () => {
    const account = await gateway.account();
    const model = await account.model([turn(said)]);
    await account.key.chat({ model: model.id, messages, stream: true });
    const call = model.upstreams[0]?.calls[0];
    await call?.ended;
    expect(call?.outcome).toBe('answered');
  });

  test('whose client goes away calls the endpoint off and is recorded as client_disconnected', async () => {
    const account = await gateway.account();
    const model = await account.model([turn(said, { kind: 'gate', gate: 'middle', beforeEvent: 3 })]);
    const gone = new AbortController();
    const response = await openStream(account.key.secret, model.id, gone.signal);
    await response.body?.getReader().read();
    gone.abort();
    const call = await model.upstreams[0]?.waitForCall(1, 5_000);
    await call?.ended;
    expect(call?.outcome).toBe('aborted-by-gateway');
    await expect.poll(async () => (await account.usage()).generations[0]?.error_code).toBe('client_disconnected');
  });

  test('charges a stream by the model that served it', async () => {
    const account = await gateway.account();
    const dear = await account.modelWith({ price_usd: 5 }, [
      turn({ kind: 'default' }, { kind: 'status', status: 500 }),
    ]);
    const cheap = await account.modelWith({ price_usd: 0.5 });
    await account.key.chat({ model: dear.id, models: [cheap.id], messages, stream: true });
    expect((await account.usage()).generations).toMatchObject([
      { model: cheap.id, charged_usd: 0.5, error_code: null },
    ]);
  });
});
