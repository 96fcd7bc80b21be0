import { readFileSync } from 'node:fs';
import OpenAI from 'openai';
import { describe, expect } from 'vitest';
import type { AccountControl } from '../control/account-control.ts';
import { createSimulator } from '../simulator.ts';
import { simulatorTest } from '../vitest.ts';
import { repliesSchema } from './replies-schema.ts';
import type { Replies, Reply } from './reply-rule.ts';

const test = simulatorTest();
const model = 'gateproof/talk';

const ask = (account: AccountControl, body: object = {}, headers: Record<string, string> = {}) =>
  account.request('/chat/completions', {
    method: 'POST',
    headers,
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'What is the weather?' }], ...body }),
  });
async function sayOf(answer: Promise<Response>): Promise<unknown> {
  const read = (await (await answer).json()) as {
    choices?: { message: { content: unknown } }[];
    error?: { code: string };
  };
  return read.choices?.[0]?.message.content ?? read.error?.code;
}

describe('what a reply is for', () => {
  const weather = { type: 'function', function: { name: 'weather' } };
  const user = (content: unknown) => ({ messages: [{ role: 'user', content }] });
  const cases: readonly (readonly [Reply['on'], object, Record<string, string>])[] = [
    [{ model }, {}, {}],
    [{ model: /^gateproof\/t/ }, {}, {}],
    [{ message: 'weather' }, {}, {}],
    [{ message: /^what IS/i }, {}, {}],
    [{ message: 'tower' }, user([{ type: 'text', text: 'the tower' }]), {}],
    [{ message: '12 °C' }, { messages: [{ role: 'tool', tool_call_id: 'c', content: 'It has 12 °C.' }] }, {}],
    [{ tools: ['weather'] }, { tools: [{ type: 'function', function: { name: 'time' } }, weather] }, {}],
    [{ headers: { 'X-Case': 'seven', 'x-other': /\d/ } }, {}, { 'x-case': 'seven', 'x-other': 'b4' }],
    [{ stream: false }, {}, {}],
    [{}, {}, {}],
    [undefined, {}, {}],
  ];
  test.for(cases)('%j answers %j with headers %j', async ([on, body, headers], { account }) => {
    await account.replies.set([{ ...(on === undefined ? {} : { on }), text: 'canned' }]);
    expect(await sayOf(ask(account, body, headers))).toBe('canned');
  });

  const misses: readonly (readonly [Reply['on'], string])[] = [
    [{ model: 'gateproof/echo' }, "its model is gateproof/echo, the request's is gateproof/talk"],
    [{ message: 'WEATHER' }, "its message is WEATHER, the request's is What is the weather?"],
    [{ message: /^weather/ }, "its message is /^weather/, the request's is What is the weather?"],
    [{ tools: ['time'] }, 'its tool is time, the request offers none'],
    [{ headers: { 'x-case': 'seven' } }, "its header x-case is seven, the request's is empty"],
    [{ stream: true }, 'it is for streams, the request asks for none'],
    [{ call: 2 }, 'it is for call 2, this is call 1'],
  ];
  test.for(misses)('%j refuses another request when it is strict: %s', async ([on = {}, nearest], { account }) => {
    const far = { id: 'far', on: { model: 'a/b', message: 'nothing', stream: true }, text: '' };
    await account.replies.set([far, { on, text: 'canned' }], { strict: true });
    const refused = await ask(account);
    const { error } = (await refused.json()) as { error: { message: string } };
    const sentence = `The nearest is reply-2: ${nearest}.`;
    expect([refused.status, error.message]).toEqual([400, `No canned reply fits this request. ${sentence}`]);
    const { unmatched, replies } = await account.replies.read();
    const asked = (await account.journal()).entries.at(-1);
    expect(unmatched).toEqual([{ request_id: asked?.request_id, nearest: sentence }]);
    expect(replies.map(({ id, used }) => [id, used])).toEqual([
      ['far', 0],
      ['reply-2', 0],
    ]);
    expect(asked?.blame).toBe(error.message);
    expect((await account.effects()).generations).toBe(0);
  });
});

describe('replies', () => {
  test('answer in order, the first that fits, and by their turn', async ({ account }) => {
    await account.replies.set([
      { on: { call: 2 }, error: { code: 'rate_limited', message: 'Slowly.', retryAfterMs: 1500 } },
      { id: 'twice', on: { message: 'weather' }, text: 'one' },
      { text: 'other' },
    ]);
    expect(await sayOf(ask(account))).toBe('one');
    const limited = await ask(account);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '2']);
    expect(await limited.json()).toMatchObject({ error: { code: 'rate_limited', message: 'Slowly.' } });
    expect(await sayOf(ask(account))).toBe('one');
    expect(await sayOf(ask(account, { messages: [{ role: 'user', content: 'Hm.' }] }))).toBe('other');
    const { replies } = await account.replies.read();
    expect(replies.map(({ id, seen, used }) => [id, seen, used])).toEqual([
      ['reply-1', 4, 1],
      ['twice', 3, 2],
      ['reply-3', 4, 1],
    ]);
  });

  test('leave the answer to the model where none fits, and where they have no content', async ({ account }) => {
    await account.replies.set([{ on: { message: 'slow' }, pace: { firstTokenMs: 1 } }]);
    expect(await sayOf(ask(account))).toMatch(/^\w+( \w+)+$/);
    const slow = { model: 'gateproof/echo', messages: [{ role: 'user', content: 'slow, please' }] };
    expect(await sayOf(ask(account, slow))).toBe('slow, please');
    await account.replies.clear();
    expect((await account.replies.read()).replies).toEqual([]);
  });

  test('are text, JSON, tool calls, reasoning and refusals, whole or as a stream, to the openai package', async ({
    account,
  }) => {
    const toolCalls = [
      { name: 'weather', arguments: { city: 'Zürich' } },
      { id: 'x', name: 'time' },
    ];
    await account.replies.set([
      { on: { message: 'json' }, json: { ok: [1] } },
      { on: { message: 'tools' }, toolCalls },
      { on: { message: 'no' }, refusal: 'I would rather not.' },
      {
        text: 'Good day  to you',
        reasoning: 'so be it',
        finishReason: 'length',
        usage: { promptTokens: 3, completionTokens: 4 },
      },
    ]);
    const { completions } = new OpenAI({ baseURL: account.baseUrl, apiKey: account.apiKey }).chat;
    const answers = async (content: string) => {
      const request = { model, messages: [{ role: 'user' as const, content }] };
      const streamed = await completions
        .stream({ ...request, stream_options: { include_usage: true } })
        .finalChatCompletion();
      return [await completions.create(request), streamed];
    };
    for (const { choices } of await answers('json')) expect(choices[0]?.message.content).toBe('{"ok":[1]}');
    for (const { choices } of await answers('tools')) {
      expect(choices[0]).toMatchObject({
        finish_reason: 'tool_calls',
        message: {
          tool_calls: [
            { id: 'call_1_weather', function: { name: 'weather', arguments: '{"city":"Zürich"}' } },
            { id: 'x', function: { name: 'time', arguments: '{}' } },
          ],
        },
      });
    }
    for (const { choices } of await answers('no')) expect(choices[0]?.message.refusal).toBe('I would rather not.');
    for (const { choices, usage } of await answers('text')) {
      expect(choices[0]).toMatchObject({ finish_reason: 'length', message: { content: 'Good day  to you' } });
      expect(usage).toEqual({ prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 });
    }
  });

  test('break as their fault says, beside faults of the account', async ({ account }) => {
    await account.replies.set([
      { on: { message: 'weather' }, text: 'one two three four', fault: { kind: 'cut-after', afterTokens: 2 } },
      { text: 'one two' },
    ]);
    const cut = await (await ask(account, { stream: true })).text();
    expect([cut.includes('two'), cut.includes('three'), cut.includes('provider_unavailable')]).toEqual([
      true,
      false,
      true,
    ]);
    await account.faults.set(
      { fault: { kind: 'cut-after', afterTokens: 3 } },
      { fault: { kind: 'status', status: 500 }, times: 1 },
    );
    const other = { messages: [{ role: 'user', content: 'Hm.' }] };
    // A reply of two tokens can't be cut after three.
    expect(await sayOf(ask(account, other))).toBe('one two');
    await account.faults.set({ fault: { kind: 'status', status: 500 }, times: 1 });
    expect(await sayOf(ask(account, other))).toBe('provider_unavailable');
    expect(await sayOf(ask(account, other))).toBe('one two');
  });

  test('come at their pace, on the clock of the account', async ({ account }) => {
    await account.replies.set([{ text: 'one two three', pace: { firstTokenMs: 5000, tokensPerSecond: 1 } }]);
    const answer = ask(account);
    await account.clock.advance(7000);
    expect(await sayOf(answer)).toBe('one two three');
  });

  test('bring the text models that they name, and stay with forks and resets', async ({ account }) => {
    await account.replies.set([{ on: { model: 'gpt-4o' }, text: 'four' }], { models: ['mini'], strict: false });
    const fork = await account.fork();
    await fork.reset();
    for (const one of [account, fork]) {
      expect(await sayOf(ask(one, { model: 'gpt-4o' }))).toBe('four');
      expect(await sayOf(ask(one, { model: 'mini' }))).toMatch(/^\w+( \w+)+$/);
    }
    await account.reset();
    expect(await sayOf(ask(account, { model: 'gpt-4o' }))).toBe('no_endpoint_available');
    await fork.remove();
  });

  test('are there from the start where the simulator is made with them', async () => {
    const simulator = createSimulator({
      replies: { replies: [{ on: { model: /^gpt/ }, text: 'canned' }], models: ['gpt-x'] },
    });
    const answer = simulator.fetch('http://any/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: `Bearer ${simulator.defaultKey}` },
      body: JSON.stringify({ model: 'gpt-x', messages: [] }),
    });
    expect(await sayOf(answer)).toBe('canned');
    await simulator.close();
  });
});

describe('mistakes', () => {
  const bad: readonly (readonly [unknown, string])[] = [
    [{}, 'replies is missing'],
    [{ replies: 7 }, 'replies is 7, not array'],
    [{ replies: [{ txet: 'a' }] }, 'replies[0].txet is unknown; there are id, on, text,'],
    [{ replies: [{ on: { model: 'a/b' } }] }, 'replies[0] answers nothing; give it one of text, json,'],
    [{ replies: [{ text: 'a', json: {} }] }, 'replies[0].json stands beside a text'],
    [{ replies: [{ text: 'a', error: { code: 'rate_limited' } }] }, 'replies[0].text stands beside an error'],
    [{ replies: [{ error: { code: 'rate_limit' } }] }, 'replies[0].error.code is "rate_limit", not one of'],
    [{ replies: [{ text: 'a', on: { call: 0 } }] }, 'replies[0].on.call is 0, not integer ≥ 1'],
    [{ replies: [{ text: 'a', on: { message: '/(/' } }] }, 'replies[0].on.message is no regular expression'],
    [{ replies: [{ text: 'a', on: { headers: { x: 7 } } }] }, 'replies[0].on.headers.x is 7, not string'],
    [{ replies: [{ text: 'a', pace: { tokensPerSecond: 0 } }] }, 'replies[0].pace.tokensPerSecond is 0'],
    [
      { replies: [{ text: 'a b', fault: { kind: 'cut-after', afterTokens: 3 } }] },
      'replies[0].fault.afterTokens is 3, but',
    ],
    [{ replies: [{ fault: { kind: 'nonsense' } }] }, 'replies[0].fault.kind is "nonsense", not one of'],
    [
      {
        replies: [
          { id: 'a', text: '' },
          { id: 'a', text: '' },
        ],
      },
      'replies[1].id is a, which another reply has',
    ],
  ];
  test.for(bad)('%j is refused, and the present replies stay', async ([given, problem], { account }) => {
    await account.replies.set([{ text: 'kept' }]);
    const { replies, ...more } = given as Replies;
    await expect(account.replies.set(replies, more)).rejects.toThrow(problem);
    expect(await sayOf(ask(account))).toBe('kept');
    expect(() => createSimulator({ replies: given as Replies })).toThrow(problem);
  });
});

describe('the schema of canned replies', () => {
  test('is published as it is checked', () => {
    const path = new URL('../../../spec/schemas/replies.schema.json', import.meta.url);
    const { $schema, $id, title, ...published } = JSON.parse(readFileSync(path, 'utf8'));
    expect(published).toEqual(JSON.parse(JSON.stringify(repliesSchema)));
  });
});
