import {
  type Account,
  besideControl,
  controlThat,
  defineCheck,
  expectEqualJson,
  expectStream,
  type Model,
  script,
  turn,
} from '@gateproof/harness';
import fc from 'fast-check';
import { offering } from '../../support/offered-tools.ts';
import { controlRelayed, streamFrom } from '../../support/streams.ts';

const toolCalls = defineCheck({
  rule: 'stream.relay.tool-calls',
  input: fc.record({
    args: fc.array(fc.constantFrom<string>('{}', '{"city":"Zürich","n":1.0}', '{"q":"a \\"b\\" 😀 and more text"}'), {
      minLength: 1,
      maxLength: 3,
    }),
    tokens: fc.constantFrom<readonly string[]>([], ['Let ', 'me look.']),
  }),
  examples: [
    { args: ['{}', '{"q":"a \\"b\\" 😀 and more text"}'], tokens: [] },
    { args: ['{"n":1.0}', '{}'], tokens: ['Let ', 'me look.'] },
    // One is long, and all of them are not: a gateway that sends some 25 events a second is slow and keeps the rule.
    {
      args: Array.from({ length: 9 }, (_, n) => JSON.stringify({ n, text: 'word '.repeat(n === 4 ? 400 : 4) })),
      tokens: [],
    },
  ],
  cases: 5,
  async decide(world, { args, tokens }) {
    const calls = args.map((text, index) => ({ id: `call_${index}`, name: `tool_${index}`, arguments: text }));
    const upstreams = [script(turn({ kind: 'chat', tokens, toolCalls: calls }))];
    const tools = offering(...calls.map(({ name }) => name));
    const { account, model, exchange } = await streamFrom(world, upstreams, { tools });
    await besideControl(
      () => {
        const stream = expectStream(world, exchange);
        const seen = stream.toolCalls.map(({ id, name, arguments: text }) => ({ id, name, arguments: text }));
        expectEqualJson(world, calls, seen, 'the tool calls of the stream', { exchanges: [exchange.id] });
      },
      () => controlToolsAsked(account, model),
    );
  },
});

/** Tools were accepted, and streams are relayed at all. */
async function controlToolsAsked(account: Account, model: Model): Promise<void> {
  const wasAsked = model.upstreams.some((upstream) => upstream.calls().length > 0);
  controlThat(wasAsked, 'the endpoint of a request with tools was not asked', 'chat.accepted.tools');
  await controlRelayed(account);
}

/** Calls of tools arrive over a stream (Streaming). */
export default [toolCalls];
