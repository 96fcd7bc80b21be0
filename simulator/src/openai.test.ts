import { type Fault, turn, type UpstreamTurn } from '@gateproof/upstreams';
import OpenAI, { APIConnectionError, APIError, AuthenticationError, NotFoundError, RateLimitError } from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGateway } from './testing/gateway.fixture.ts';

let gateway: Awaited<ReturnType<typeof openGateway>>;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const messages = [{ role: 'user' as const, content: 'Say something.' }];

/** The package as anyone would use it: only the address and the key are set. */
async function client(...turns: readonly UpstreamTurn[]) {
  const account = await gateway.account();
  const model = await account.model(turns);
  const openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: account.key.secret, maxRetries: 0 });
  return { account, openai, model };
}

async function failureOf(work: PromiseLike<unknown>): Promise<APIError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof APIError) return error;
    throw error;
  }
  throw new Error('the call was expected to fail');
}

describe('the openai package', () => {
  test('reads a completion', async () => {
    const { openai, model } = await client(turn({ kind: 'chat', tokens: ['Good', ' day'] }));
    const completion = await openai.chat.completions.create({ model: model.id, messages });
    expect(completion.choices[0]?.message.content).toBe('Good day');
    expect(completion.usage?.total_tokens).toBeGreaterThan(0);
  });

  test('reads a stream, by itself and with its helper', async () => {
    const { openai, model } = await client(turn({ kind: 'chat', tokens: ['Good', ' ', 'day 🎉'] }));
    let content = '';
    for await (const chunk of await openai.chat.completions.create({ model: model.id, messages, stream: true })) {
      content += chunk.choices[0]?.delta.content ?? '';
    }
    expect(content).toBe('Good day 🎉');
    const final = await openai.chat.completions.stream({ model: model.id, messages }).finalContent();
    expect(final).toBe('Good day 🎉');
  });

  test('reads tool calls, whole and streamed', async () => {
    const call = { id: 'call_7', name: 'weather', arguments: '{"city":"Zürich"}' };
    const { openai, model } = await client(turn({ kind: 'chat', tokens: [], toolCalls: [call] }));
    const tools = [{ type: 'function' as const, function: { name: 'weather', parameters: { type: 'object' } } }];
    const whole = await openai.chat.completions.create({ model: model.id, messages, tools });
    const streamed = await openai.chat.completions.stream({ model: model.id, messages, tools }).finalChatCompletion();
    for (const { choices } of [whole, streamed]) {
      expect(choices[0]?.finish_reason).toBe('tool_calls');
      expect(choices[0]?.message.tool_calls?.[0]).toMatchObject({
        id: 'call_7',
        function: { name: 'weather', arguments: call.arguments },
      });
    }
  });

  test('gets JSON in JSON mode', async () => {
    const { openai, model } = await client(turn());
    const schema = { type: 'object', properties: { reply: { type: 'string' } }, required: ['reply'] };
    for (const format of [
      { type: 'json_object' as const },
      { type: 'json_schema' as const, json_schema: { name: 'reply', schema } },
    ]) {
      const completion = await openai.chat.completions.create({ model: model.id, messages, response_format: format });
      expect(JSON.parse(completion.choices[0]?.message.content ?? '')).toHaveProperty('reply');
    }
  });

  test('lists models and reads one, though it encodes the slash', async () => {
    const { openai, model } = await client(turn());
    const ids: string[] = [];
    for await (const { id } of openai.models.list()) ids.push(id);
    expect(ids).toContain(model.id);
    expect((await openai.models.retrieve(model.id)).id).toBe(model.id);
    expect(await failureOf(openai.models.retrieve('nobody/knows'))).toBeInstanceOf(NotFoundError);
  });

  const failures: readonly (readonly [Fault, number, string])[] = [
    [{ kind: 'status', status: 500 }, 502, 'provider_unavailable'],
    [{ kind: 'empty' }, 502, 'provider_empty_response'],
    [{ kind: 'rate-limited' }, 429, 'rate_limited'],
    [{ kind: 'moderation-refusal' }, 403, 'moderation_refused'],
    [{ kind: 'context-length-refusal' }, 400, 'context_length_exceeded'],
  ];
  test.each(failures)('answers %o with status %i and code %s', async (fault, status, code) => {
    const { openai, model } = await client(turn({ kind: 'default' }, fault));
    const failure = await failureOf(openai.chat.completions.create({ model: model.id, messages }));
    expect([failure.status, failure.code, failure.param]).toEqual([status, code, null]);
  });

  test('knows its error classes by our statuses', async () => {
    const { account, openai, model } = await client(turn());
    const stranger = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'sk-nobody', maxRetries: 0 });
    expect(await failureOf(stranger.models.list())).toBeInstanceOf(AuthenticationError);
    const unknown = openai.chat.completions.create({ model: 'nobody/knows', messages });
    expect(await failureOf(unknown)).toBeInstanceOf(NotFoundError);
    await gateway.testbed('PUT', `${account.path}/rate-limit`, { limit: { requests: 0, window_ms: 60_000 } });
    const limited = await failureOf(openai.chat.completions.create({ model: model.id, messages }));
    expect(limited).toBeInstanceOf(RateLimitError);
    expect(limited.type).toBe('rate_limit_error');
  });

  test('notices a failure in the middle of a stream', async () => {
    const cut = turn({ kind: 'chat', tokens: ['one', ' two', ' three'] }, { kind: 'cut-after', afterTokens: 2 });
    const { openai, model } = await client(cut);
    let content = '';
    const reading = (async () => {
      for await (const chunk of await openai.chat.completions.create({ model: model.id, messages, stream: true })) {
        content += chunk.choices[0]?.delta.content ?? '';
      }
    })();
    const failure = await failureOf(reading);
    expect(failure).not.toBeInstanceOf(APIConnectionError);
    expect([failure.code, content]).toEqual(['provider_unavailable', 'one two']);
  });
});
