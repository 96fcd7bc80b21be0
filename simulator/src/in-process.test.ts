import { openUpstreamServer, script, turn } from '@gateproof/upstreams';
import { passthrough } from 'msw';
import { http } from 'msw/http';
import { setupServer } from 'msw/node';
import OpenAI, { APIConnectionError, RateLimitError } from 'openai';
import { request, fetch as undiciFetch } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { simulatorHandlers } from './msw.ts';
import { createSimulator, type Simulator } from './simulator.ts';
import { messages } from './testing/gateway.fixture.ts';
import { simulatorDispatcher } from './undici.ts';

const origin = 'https://gateway.example.test';
const model = 'gateproof/talk';
let simulator: Simulator;
let upstreams: Awaited<ReturnType<typeof openUpstreamServer>>;
beforeAll(async () => {
  simulator = createSimulator();
  upstreams = await openUpstreamServer();
});
afterAll(async () => {
  await simulator.close();
  await upstreams.close();
});

const post = (body: object): RequestInit => ({
  method: 'POST',
  headers: { authorization: `Bearer ${simulator.defaultKey}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** A model of the default account whose stream holds after its first token until it is released. */
async function gatedModel() {
  const gated = turn({ kind: 'chat', tokens: ['one', ' two'] }, { kind: 'stall', afterTokens: 1, gate: 'middle' });
  const { upstream, url } = upstreams.add({ script: script(gated) });
  const made = await simulator.fetch(`${origin}/_testbed/v1/accounts`, { method: 'POST' });
  const account = (await made.json()) as { id: string; key: { secret: string } };
  const answer = await simulator.fetch(`${origin}/_testbed/v1/accounts/${account.id}/models`, {
    method: 'POST',
    body: JSON.stringify({ modality: 'text', endpoints: [url] }),
  });
  const { id } = (await answer.json()) as { id: string };
  return { upstream, id, key: account.key.secret };
}

/** What a stream says until a word has come. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, word: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  while (!text.includes(word)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`the stream ended before ${word}: ${text}`);
    text += decoder.decode(value, { stream: true });
  }
  return text;
}

describe('simulator.fetch', () => {
  test('answers JSON, errors and 204 without a network', async () => {
    const served = await simulator.fetch(`${origin}/v1/chat/completions`, post({ model, messages }));
    expect([served.status, ((await served.json()) as { object: string }).object]).toEqual([200, 'chat.completion']);
    const refused = await simulator.fetch(`${origin}/v1/models`);
    expect([refused.status, refused.headers.get('x-svc-request-id')]).toEqual([401, expect.stringMatching(/^req_/)]);
    const made = await simulator.fetch(`${origin}/_testbed/v1/accounts`, { method: 'POST' });
    const { id } = (await made.json()) as { id: string };
    const gone = await simulator.fetch(`${origin}/_testbed/v1/accounts/${id}`, { method: 'DELETE' });
    expect([gone.status, gone.body]).toEqual([204, null]);
  });

  test('streams events as they come, and passes an abort on to the endpoint', async () => {
    const { upstream, id, key } = await gatedModel();
    const abort = new AbortController();
    const answer = await simulator.fetch(`${origin}/v1/chat/completions`, {
      ...post({ model: id, messages, stream: true }),
      headers: { authorization: `Bearer ${key}` },
      signal: abort.signal,
    });
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    expect(await readUntil(reader, 'one')).not.toContain('two');
    abort.abort();
    await expect(reader.read()).rejects.toThrow();
    await upstream.calls[0]?.ended;
    expect(upstream.calls[0]?.outcome).toBe('aborted-by-gateway');
  });

  test('shows a lost connection as one', async () => {
    const path = `${origin}/v1/chat/completions`;
    const aborted = simulator.fetch(path, {
      ...post({ model, messages }),
      signal: AbortSignal.abort(new Error('mine')),
    });
    await expect(aborted).rejects.toThrow('mine');
    const closing = createSimulator();
    await closing.close();
    await expect(closing.fetch(path, post({ model, messages }))).rejects.toThrow('fetch failed');
  });
});

describe('the openai package with simulator.fetch', () => {
  test('reads completions and streams, and stops when it is closed', async () => {
    const openai = new OpenAI({ baseURL: `${origin}/v1`, apiKey: simulator.defaultKey, fetch: simulator.fetch });
    const { choices } = await openai.chat.completions.create({ model, messages: messages as never });
    expect(choices[0]?.message.content).toMatch(/\w/);
    const { upstream, id, key } = await gatedModel();
    const stream = await openai.withOptions({ apiKey: key }).chat.completions.create({
      model: id,
      messages: messages as never,
      stream: true,
    });
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content === 'one') break;
    await upstream.calls[0]?.ended;
    expect(upstream.calls[0]?.outcome).toBe('aborted-by-gateway');
  });
});

describe('simulatorDispatcher', () => {
  test('lets undici reach the simulator, whatever the origin', async () => {
    const dispatcher = simulatorDispatcher(simulator);
    const listed = await request(`${origin}/v1/models`, {
      dispatcher,
      headers: { authorization: `Bearer ${simulator.defaultKey}` },
    });
    expect(await listed.body.json()).toMatchObject({ object: 'list' });
    const streamed = await undiciFetch('http://elsewhere.example.test/v1/chat/completions', {
      ...(post({ model, messages, stream: true }) as object),
      dispatcher,
    });
    expect(await streamed.text()).toMatch(/data: \[DONE\]\n\n$/);
    await dispatcher.close();
  });
});

describe('simulatorHandlers', () => {
  // MSW sees what the gateway itself sends to endpoints on this machine, too.
  const network = setupServer(http.all(/^http:\/\/127\.0\.0\.1:/, () => passthrough()));
  beforeAll(() => {
    network.listen({ onUnhandledFrame: 'error' });
    network.use(...simulatorHandlers(simulator));
  });
  afterAll(() => network.close());

  test('let plain fetch get JSON and events as they come, and abort', async () => {
    const whole = await fetch(`${origin}/v1/chat/completions`, post({ model, messages }));
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, expect.stringContaining('json')]);
    const { upstream, id, key } = await gatedModel();
    const abort = new AbortController();
    const answer = await fetch(`${origin}/v1/chat/completions`, {
      ...post({ model: id, messages, stream: true }),
      headers: { authorization: `Bearer ${key}` },
      signal: abort.signal,
    });
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    expect(await readUntil(reader, 'one')).not.toContain('two');
    abort.abort();
    await upstream.calls[0]?.ended;
    expect(upstream.calls[0]?.outcome).toBe('aborted-by-gateway');
  });

  test('serve the files of jobs under their links', async () => {
    const made = await fetch(`${origin}/v1/images/generations`, post({ model: 'gateproof/image', prompt: 'a square' }));
    const { id } = (await made.json()) as { id: string };
    type Job = { state: string; output?: { url: string; bytes: number }[] };
    const read = async () => {
      const { headers } = post({});
      return (await (await fetch(`${origin}/v1/jobs/${id}`, headers === undefined ? {} : { headers })).json()) as Job;
    };
    let job = await read();
    for (let tries = 0; job.state !== 'succeeded' && tries < 100; tries += 1) job = await read();
    const file = await fetch(job.output?.[0]?.url ?? '');
    expect((await file.arrayBuffer()).byteLength).toBe(job.output?.[0]?.bytes);
  });

  test('serve the openai package, its streams, its errors and its retries', async () => {
    const openai = new OpenAI({ baseURL: `${origin}/v1`, apiKey: simulator.defaultKey, maxRetries: 0 });
    const completion = await openai.chat.completions.create({ model, messages: messages as never });
    const final = await openai.chat.completions.stream({ model, messages: messages as never }).finalContent();
    expect(final).toMatch(/^\w+( \w+)+$/);
    // Each call gets another answer, so that a second generation shows.
    expect(final).not.toBe(completion.choices[0]?.message.content);
    const limited = openai.chat.completions.create({
      model: 'gateproof/fails-rate-limited',
      messages: messages as never,
    });
    await expect(limited).rejects.toBeInstanceOf(RateLimitError);
    const elsewhere = new OpenAI({ baseURL: 'https://nobody.example.test/v1', apiKey: 'x', maxRetries: 0 });
    await expect(elsewhere.models.list()).rejects.toBeInstanceOf(APIConnectionError);
  });
});
