import { expect, test } from 'vitest';
import { callInProcess } from '../in-process/call-in-process.ts';
import type { JsonObject } from '../json.ts';
import type { ChatAnswer } from '../script/answer.ts';
import { script, turn } from '../script/upstream-script.ts';
import { Upstream } from '../upstream.ts';
import { noPatience, plainAnswer } from './plain-answer.ts';

const messages = [{ role: 'user', content: 'Say "something", please.' }];
const bodies: readonly JsonObject[] = [
  { model: 'a/b', messages },
  { model: 'a/b', messages, max_tokens: 2 },
  { model: 'a/b', messages, response_format: { type: 'json_object' }, stream_options: { include_usage: true } },
  { model: 'a/b', messages, tools: [{ type: 'function', function: { name: 'f' } }], tool_choice: 'required' },
];

async function called(upstream: Upstream, body: JsonObject): Promise<string> {
  const rawBody = Buffer.from(JSON.stringify(body));
  const answer = await callInProcess(upstream, { method: 'POST', path: '/chat/completions', headers: [], rawBody });
  return Buffer.concat(await Array.fromAsync(answer.body)).toString();
}

/** What stands in a JSON text from `choices` on. */
const rest = (text: string) => text.slice(text.indexOf('"choices"'));

test.each(bodies)('a plain answer says what a call says: %j', async (body) => {
  const [one, other] = [new Upstream(), new Upstream()];
  for (const _call of [1, 2]) {
    expect(one.plainAnswer(() => body)?.completion()).toBe(rest(await called(other, body)));
    const events = (await called(other, { ...body, stream: true })).split('\n\n').slice(0, -2);
    expect(one.plainAnswer(() => ({ ...body, stream: true }))?.chunks()).toEqual(events.map(rest));
  }
});

const given: readonly ChatAnswer[] = [
  { kind: 'chat', tokens: ['Zwölf', ' "words"'] },
  { kind: 'chat', tokens: ['a'], finishReason: 'with "quotes"', usage: { promptTokens: 3, completionTokens: 4 } },
  { kind: 'chat', tokens: ['a', 'b'], finishes: 'with-last-token', usageChunk: 'always' },
  { kind: 'chat', tokens: [], toolCalls: [{ id: 'x', name: 'weather', arguments: '{"city":"Zürich"}' }] },
  { kind: 'chat', tokens: ['Well'], reasoning: ['so', ' be'], refusal: 'No.' },
];

test.each(given)('the plain form of an answer says what a call says: %j', async (answer) => {
  const upstream = new Upstream({ script: script(turn(answer)) });
  for (const body of bodies.slice(0, 2)) {
    const plain = plainAnswer(answer, body, 1);
    expect(plain.isFilled).toBe(true);
    expect(plain.completion()).toBe(rest(await called(upstream, body)));
    const events = (await called(upstream, { ...body, stream: true })).split('\n\n').slice(0, -2);
    expect(plain.chunks()).toEqual(events.map(rest));
  }
});

test.each<Partial<ChatAnswer>>([{}, { tokens: ['a', ''] }, { refusal: '' }, { reasoning: [''], tokens: ['a'] }])(
  'an answer is not filled where a part of it says nothing: %j',
  (parts) => {
    expect(plainAnswer({ kind: 'chat', tokens: [], ...parts }, {}, 1).isFilled).toBe(false);
  },
);

test.each<[ChatAnswer['pace'], boolean]>([
  [undefined, true],
  [{}, true],
  [{ firstTokenMs: 999 }, true],
  [{ firstTokenMs: 1000 }, false],
  [{ tokensPerSecond: 1 }, false],
  [{ firstTokenMs: 900, tokensPerSecond: 2 }, true],
  [{ firstTokenMs: 900, tokensPerSecond: 1.4 }, false],
])('an answer of three tokens at the pace %j comes within the patience: %s', (pace, comes) => {
  const answer: ChatAnswer = { kind: 'chat', tokens: ['a', 'b', 'c'], ...(pace === undefined ? {} : { pace }) };
  expect(plainAnswer(answer, {}, 1).comesWithin({ silenceMs: 1000, wholeMs: 2000 })).toBe(comes);
  expect(plainAnswer(answer, {}, 1).comesWithin(noPatience)).toBe(pace === undefined || Object.keys(pace).length === 0);
});

test('plain answers count as calls, and leave no record', () => {
  const upstream = new Upstream();
  upstream.plainAnswer(() => bodies[0] ?? {});
  expect([upstream.callCount, upstream.calls]).toEqual([1, []]);
});

test('an upstream has no plain answer where it must be called', () => {
  const body = () => bodies[0] ?? {};
  const faulty = new Upstream({ script: script(turn({ kind: 'default' }, { kind: 'status', status: 500 })) });
  const scripted = new Upstream({ script: script(turn({ kind: 'chat', tokens: ['a'] })) });
  const slow = new Upstream({ script: script(turn({ kind: 'default', pace: { firstTokenMs: 1 } })) });
  const watched = new Upstream();
  watched.onCall(() => undefined);
  expect([faulty, scripted, slow, watched].map((upstream) => upstream.plainAnswer(body))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
