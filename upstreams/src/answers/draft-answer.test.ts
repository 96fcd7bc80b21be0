import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json.ts';
import { framesOf } from '../plan/frames.ts';
import { readRequest } from '../plan/upstream-request.ts';
import type { Answer, ChatAnswer } from '../script/answer.ts';
import { draftAnswer } from './draft-answer.ts';

function answerTo(answer: Answer, body: JsonObject, path = '/chat/completions', seed = 'u1', callNumber = 1) {
  const rawBody = Buffer.from(JSON.stringify(body));
  const request = readRequest({ method: 'POST', path, headers: [], rawBody });
  return draftAnswer(answer, { request, createdS: 1_800_000_000, seed, callNumber });
}

interface Delta {
  readonly content?: string;
  readonly reasoning_content?: string;
  readonly refusal?: string;
  readonly tool_calls?: readonly { readonly index: number; readonly function: { readonly arguments: string } }[];
}
interface Spoken {
  readonly choices: readonly { readonly delta: Delta; readonly message: JsonObject; readonly finish_reason: string }[];
  readonly usage?: JsonObject;
}

const bodyOf = (draft: ReturnType<typeof draftAnswer>): JsonObject => {
  if (draft.body.kind !== 'json') throw new Error(`The body is ${draft.body.kind}, not JSON`);
  return draft.body.value;
};
const chunksOf = (draft: ReturnType<typeof draftAnswer>) =>
  (framesOf(draft) ?? []).filter(({ part }) => part !== 'done').map(({ data }) => data as unknown as Spoken);

const rich: ChatAnswer = {
  kind: 'chat',
  tokens: ['Ü', ' 🌥'],
  reasoning: ['hm', ' so'],
  refusal: 'rather not',
  toolCalls: [{ id: 'call_a', name: 'look_up', arguments: '{"place":"Köln am Rhein"}' }],
};

describe('a chat answer', () => {
  it('says the same in a stream as in one body', () => {
    const [choice] = (bodyOf(answerTo(rich, { model: 'a/b' })) as unknown as Spoken).choices;
    const chunks = chunksOf(answerTo(rich, { model: 'a/b', stream: true }));
    const join = (part: (delta: Delta) => string | undefined) =>
      chunks.map(({ choices }) => (choices[0] && part(choices[0].delta)) ?? '').join('');
    expect(choice?.message).toEqual({
      role: 'assistant',
      content: join(({ content }) => content),
      reasoning_content: join(({ reasoning_content }) => reasoning_content),
      refusal: join(({ refusal }) => refusal),
      tool_calls: [
        {
          id: 'call_a',
          type: 'function',
          function: { name: 'look_up', arguments: join((delta) => delta.tool_calls?.[0]?.function.arguments) },
        },
      ],
    });
    expect(choice?.message.content).toBe('Ü 🌥');
    expect(choice?.finish_reason).toBe('tool_calls');
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('tool_calls');
  });

  it('finishes a stream in the chunk of its last token where the script says so', () => {
    const chunks = chunksOf(
      answerTo({ kind: 'chat', tokens: ['a', 'b'], finishes: 'with-last-token' }, { stream: true }),
    );
    expect(chunks.at(-1)?.choices).toEqual([{ index: 0, delta: { content: 'b' }, finish_reason: 'stop' }]);
    expect(chunks.filter(({ choices }) => choices[0]?.finish_reason === 'stop')).toHaveLength(1);
  });

  it('counts words and tokens, or says what the script says', () => {
    const messages = [
      { role: 'user', content: 'one two' },
      { role: 'user', content: [{ type: 'text', text: 'three' }] },
    ];
    const counted = bodyOf(answerTo({ kind: 'chat', tokens: ['a', 'b'] }, { messages }));
    expect(counted.usage).toEqual({ prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 });
    const usage = { promptTokens: 7, completionTokens: 1 };
    expect(bodyOf(answerTo({ kind: 'chat', tokens: [], usage }, { messages })).usage).toMatchObject({
      total_tokens: 8,
    });
  });

  it.each([
    ['when-asked', {}, false],
    ['when-asked', { stream_options: { include_usage: true } }, true],
    ['always', {}, true],
    ['never', { stream_options: { include_usage: true } }, false],
  ] as const)('sends usage in a stream %s: %j', (usageChunk, options, expected) => {
    const chunks = chunksOf(answerTo({ kind: 'chat', tokens: ['a'], usageChunk }, { stream: true, ...options }));
    expect(chunks.some(({ usage }) => usage !== undefined)).toBe(expected);
    if (expected) expect(chunks.at(-1)?.choices).toEqual([]);
  });
});

describe('the default answer', () => {
  const contentOf = (body: JsonObject, seed?: string) =>
    (bodyOf(answerTo({ kind: 'default' }, body, undefined, seed)) as unknown as Spoken).choices[0]?.message.content;
  const ask = { model: 'a/b', messages: [{ role: 'user', content: 'Hi' }] };

  it('follows from seed and request', () => {
    expect(contentOf(ask)).toBe(contentOf({ ...ask, temperature: 1 }));
    const others = [contentOf(ask, 'u2'), contentOf({ ...ask, model: 'a/c' }), contentOf({ ...ask, messages: [] })];
    expect(new Set([contentOf(ask), ...others]).size).toBe(4);
    expect(bodyOf(answerTo({ kind: 'default', seed: 'u2' }, ask))).toMatchObject({
      choices: [{ message: { content: contentOf(ask, 'u2') } }],
    });
  });

  it('differs from call to call', () => {
    const routes = ['/chat/completions', '/images/generations', '/audio/transcriptions'];
    for (const path of routes) {
      const written = (callNumber: number) =>
        JSON.stringify({ ...bodyOf(answerTo({ kind: 'default' }, ask, path, 'u1', callNumber)), id: '' });
      expect(written(1)).toBe(written(1));
      expect(written(2)).not.toBe(written(1));
    }
  });

  it('honours token limits', () => {
    const limited = bodyOf(answerTo({ kind: 'default' }, { ...ask, max_tokens: 4, max_completion_tokens: 3 }));
    expect(limited).toMatchObject({ choices: [{ finish_reason: 'length' }], usage: { completion_tokens: 3 } });
    expect(bodyOf(answerTo({ kind: 'default' }, { ...ask, max_tokens: 100 }))).toMatchObject({
      choices: [{ finish_reason: 'stop' }],
    });
  });

  it('is JSON when JSON is asked for', () => {
    const content = contentOf({ ...ask, response_format: { type: 'json_object' } });
    expect(JSON.parse(String(content))).toEqual({ reply: expect.any(String) });
  });

  it('fits images and transcriptions as well', () => {
    const images = bodyOf(answerTo({ kind: 'default' }, { model: 'a/i', prompt: 'x', n: 2 }, '/images/generations'));
    const encoded = (images.data as unknown as { b64_json: string }[]).map(({ b64_json }) => b64_json);
    expect(new Set(encoded).size).toBe(2);
    expectPng(Buffer.from(encoded[0] ?? '', 'base64'));
    const text = bodyOf(answerTo({ kind: 'default' }, { model: 'a/t' }, '/audio/transcriptions')).text;
    expect(text).toMatch(/^\w+( \w+)+$/);
  });
});

function expectPng(png: Buffer): void {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const named = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(named));
    chunks.set(named.toString('latin1', 0, 4), named.subarray(4));
    at += length + 12;
  }
  expect([...chunks.keys()]).toEqual(['IHDR', 'IDAT', 'IEND']);
  expect(inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0))).toHaveLength(8 * 9);
}

describe('a request that the answer does not fit', () => {
  it('gets 404 on the wrong route', () => {
    const draft = answerTo({ kind: 'transcription', text: 'x' }, { model: 'a/b' });
    expect(draft.status).toBe(404);
    expect(bodyOf(draft)).toMatchObject({ error: { message: expect.stringContaining('transcription answer') } });
  });

  it('gets 400 when it is not JSON', () => {
    const rawBody = Buffer.from('{"model":');
    const request = readRequest({ method: 'POST', path: '/chat/completions', headers: [], rawBody });
    expect(draftAnswer({ kind: 'default' }, { request, createdS: 0, seed: '', callNumber: 1 }).status).toBe(400);
  });

  it('gets 404 by another method', () => {
    const request = readRequest({ method: 'GET', path: '/chat/completions', headers: [], rawBody: Buffer.from('{}') });
    expect(draftAnswer({ kind: 'default' }, { request, createdS: 0, seed: '', callNumber: 1 }).status).toBe(404);
  });
});
