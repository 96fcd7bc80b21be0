import { readFileSync } from 'node:fs';
import { type Cassette, type CassetteExchange, cassetteFormat } from '@gateproof/spec';
import type { Clock } from '@gateproof/upstreams';
import { afterEach, describe, expect, test } from 'vitest';
import { createControl } from '../control/create-control.ts';
import { createSimulator, type Simulator } from '../simulator.ts';
import { cassetteSchema } from './cassette-schema.ts';
import { checkCassette } from './check-cassette.ts';
import type { Playback } from './playback.ts';

const opened: Simulator[] = [];
afterEach(() => Promise.all(opened.splice(0).map((simulator) => simulator.close())));

const chat = { method: 'POST', path: '/v1/chat/completions' };
const answered = (text: string, request: CassetteExchange['request'] = chat): CassetteExchange => ({
  request,
  response: { status: 200, headers: { 'content-type': 'text/plain' }, text },
});

/** A `fetch` of a simulator that plays these exchanges. */
function playing(exchanges: readonly CassetteExchange[], more: Partial<Playback> = {}, clock?: Clock) {
  const playback: Playback = { cassette: { format: cassetteFormat, exchanges }, ...more };
  const simulator = createSimulator({ playback, ...(clock === undefined ? {} : { clock }) });
  opened.push(simulator);
  return {
    simulator,
    send: ({ method, path }: { method: string; path: string }, body?: unknown, key = simulator.defaultKey) =>
      simulator.fetch(`http://gateway.test${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}
const textOf = async (answer: Promise<Response>) => (await answer).text();

describe('which exchange answers', () => {
  const body = { model: 'a/b', messages: [{ role: 'user', content: 'Hello' }] };
  const recorded = { ...chat, json: body };

  test('the one with the same method, path and body, whatever the order of its keys', async () => {
    const { send } = playing([answered('other', { ...chat, json: {} }), answered('this', recorded)], { only: true });
    expect(await textOf(send(chat, { messages: body.messages, model: 'a/b' }))).toBe('this');
    expect((await send({ ...chat, path: '/v1/chat/completions?a=1' }, body)).status).toBe(400);
    expect((await send({ ...chat, method: 'PUT' }, body)).status).toBe(400);
  });

  test('the first that was not played yet, and then the last', async () => {
    const { send } = playing([answered('one', recorded), answered('two', recorded)]);
    expect(await textOf(send(chat, body))).toBe('one');
    expect(await textOf(send(chat, body))).toBe('two');
    expect(await textOf(send(chat, body))).toBe('two');
  });

  test('for each account from the beginning', async () => {
    const { simulator, send } = playing([answered('one', recorded), answered('two', recorded)]);
    const account = await createControl({ url: await simulator.listen() }).accounts.create();
    expect(await textOf(send(chat, body))).toBe('one');
    expect(await textOf(send(chat, body, account.apiKey))).toBe('one');
  });

  test('without a recorded body any; the query in any order; the slash of an id encoded or not; routes that the simulator lacks', async () => {
    const list = { method: 'GET', path: '/v1/files?b=2&a=1' };
    const model = { method: 'GET', path: '/v1/models/a%2Fb' };
    const { send } = playing([answered('any'), answered('list', list), answered('model', model)], { only: true });
    expect(await textOf(send(chat, { anything: 1 }))).toBe('any');
    expect(await textOf(send({ ...list, path: '/v1/files?a=1&b=2' }))).toBe('list');
    expect(await textOf(send({ ...model, path: '/v1/models/a/b' }))).toBe('model');
  });

  test('under any key; unmatched requests get the answer of the simulator, or a refusal that names the nearest', async () => {
    const exchanges = [answered('x', { ...chat, json: {} }), answered('y', { ...recorded, json: { ...body, n: 1 } })];
    expect((await playing(exchanges).send(chat, { ...body, model: 'gateproof/echo' })).status).toBe(200);
    const { send } = playing(exchanges, { only: true });
    expect(await textOf(send(chat, {}, 'sk-any'))).toBe('x');
    const other = { ...body, messages: [{ role: 'user', content: 'Good day' }] };
    const refused = (await (await send(chat, other)).json()) as { error: { code: string; message: string } };
    expect(refused.error).toMatchObject({
      code: 'invalid_request',
      message:
        'No recorded exchange fits this request. The nearest is exchange 2: its $.messages[0].content is "Hello", the request\'s is "Good day".',
    });
    const none = await textOf(send({ method: 'GET', path: '/v1/models' }));
    expect(none).toContain('None is for GET /v1/models.');
  });
});

describe('what is answered', () => {
  test('status, headers and a body of JSON, text or bytes', async () => {
    const response = {
      status: 429,
      headers: { 'retry-after': '2', 'content-type': 'application/json' },
      json: { a: 1 },
    };
    const bytes = { status: 200, headers: { 'content-type': 'image/png' }, base64: 'iVBORw==' };
    const { send } = playing([
      { request: chat, response },
      { request: { ...chat, path: '/file' }, response: bytes },
      { request: { ...chat, path: '/empty' }, response: { status: 204 } },
    ]);
    const answer = await send(chat);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '2']);
    expect(await answer.json()).toEqual({ a: 1 });
    expect([...new Uint8Array(await (await send({ ...chat, path: '/file' })).arrayBuffer())]).toEqual([
      137, 80, 78, 71,
    ]);
    expect((await send({ ...chat, path: '/empty' })).status).toBe(204);
  });

  const stream = (more: object = {}): CassetteExchange => ({
    request: chat,
    response: {
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      events: [{ json: { a: 1 } }, { comment: 'hm' }, { event: 'e', id: '7', data: 'x\ny' }, { data: '[DONE]' }],
      ...more,
    },
  });

  test('events and comments as they were recorded', async () => {
    expect(await textOf(playing([stream()]).send(chat))).toBe(
      'data: {"a":1}\n\n: hm\n\nevent: e\nid: 7\ndata: x\ndata: y\n\ndata: [DONE]\n\n',
    );
  });

  test('a connection that was lost is lost again, after what came before', async () => {
    const reader = (await playing([stream({ ending: 'cut' })]).send(chat)).body?.getReader();
    expect(String(Buffer.from((await reader?.read())?.value ?? []))).toContain('data: {"a":1}');
    const rest = async () => {
      while ((await reader?.read())?.done === false);
    };
    await expect(rest()).rejects.toThrow();
  });

  test('one that the client closed stays open until it does', async () => {
    const stop = new AbortController();
    const { simulator } = playing([stream({ ending: 'open' })]);
    const answer = await simulator.fetch('http://a.test/v1/chat/completions', { method: 'POST', signal: stop.signal });
    const reader = answer.body?.getReader();
    await reader?.read();
    stop.abort();
    await expect(reader?.closed).rejects.toThrow();
  });

  const paused = stream({ afterMs: 86_400_000, events: [{ afterMs: 3_600_000, data: '[DONE]' }] });

  test('pauses go by the clock', async () => {
    const waitedMs: number[] = [];
    let nowMs = 0;
    const setTimer = (delayMs: number, run: () => void) => {
      waitedMs.push(delayMs);
      setImmediate(() => {
        nowMs += delayMs;
        run();
      });
      return { cancel: () => undefined };
    };
    const { send } = playing([paused], {}, { now: () => nowMs, setTimer });
    expect(await textOf(send(chat))).toBe('data: [DONE]\n\n');
    expect(waitedMs).toEqual([86_400_000, 3_600_000]);
  });

  test('pauses can be left out', async () => {
    expect(await textOf(playing([paused], { pauses: false }).send(chat))).toBe('data: [DONE]\n\n');
  });
});

describe('a cassette', () => {
  const of = (response: object, request: object = chat) => ({
    format: cassetteFormat,
    exchanges: [{ request, response: { status: 200, ...response } }],
  });

  test.each([
    [{ format: 'other/1', exchanges: [] }, `format is "other/1", not 'gateproof-cassette/1'`],
    [of({ status: 20 }), 'exchanges[0].response.status is 20, not integer ≥ 200 ≤ 599'],
    [of({}, { ...chat, path: 'v1/models' }), 'exchanges[0].request.path is "v1/models", not string that matches ^/'],
    [of({ json: {}, text: '' }), 'exchanges[0].response.text is a second body; give one of json, text, base64, events'],
    [of({ headers: { 'retry-after': 2 } }), 'exchanges[0].response.headers.retry-after is 2, not string'],
    [
      of({ events: [{ afterMs: 1 }] }),
      'exchanges[0].response.events[0] has no content; give one of json, data, comment',
    ],
    [of({ events: [{ json: 1, data: '' }] }), 'exchanges[0].response.events[0] has json and data; give one of'],
    [of({ afterMs: -1 }), 'exchanges[0].response.afterMs is -1, not number ≥ 0'],
    [of({ txt: '' }), 'exchanges[0].response.txt is unknown'],
  ])('%j is refused', (value, problem) => {
    expect(() => checkCassette(value)).toThrow(problem);
    expect(() => createSimulator({ playback: { cassette: value as Cassette } })).toThrow(problem);
  });

  test('has its schema published as it is checked', () => {
    const path = new URL('../../../spec/schemas/cassette.schema.json', import.meta.url);
    const { $schema, $id, title, ...published } = JSON.parse(readFileSync(path, 'utf8'));
    expect(published).toEqual(JSON.parse(JSON.stringify(cassetteSchema)));
  });
});
