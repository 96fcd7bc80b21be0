import { expectEqualJson, NotExercised } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { expectOk } from '../support/client/expectations.ts';
import { attempt, controlOperation, operations } from '../support/client/operations.ts';
import { chunk, completion, event } from '../support/client/replies.ts';
import {
  again,
  clock,
  expectCalls,
  expectTextBeside,
  type ToolCall,
  tools,
  weather,
  wire,
} from '../support/client/tool-calls.ts';

const { chat, chat_stream: chatStream } = operations;

interface Calling {
  readonly calls: readonly ToolCall[];
  /** What the reply says beside them. */
  readonly text?: string;
}
const replies: Readonly<Record<string, Calling>> = {
  'one call': { calls: [weather] },
  'two calls': { calls: [weather, clock] },
  'the same tool twice': { calls: [weather, again] },
  'text beside a call': { calls: [weather], text: 'Let me look.' },
};
const toolCalls = clientRows('client.answer.tool-calls', replies, async (world, { calls, text }) => {
  world.needs('tools');
  await controlOperation(world, chat);
  const message = { role: 'assistant', content: text ?? null, tool_calls: calls.map(wire) };
  const answer = completion('', { choices: [{ index: 0, message, finish_reason: 'tool_calls' }] });
  const heard = await attempt(world, { ...chat, params: { ...chat.params, tools } }, [answer]);
  const result = expectOk(world, heard.answer, 'a reply with tool calls');
  expectCalls(world, result, calls);
  expectTextBeside(world, result, text);
});

const metadataOf = (word: string) => ({
  cost: { billing_usd: 0.1 },
  retention_class: word,
  region: 'eu',
  policy: [word],
});
const metadata = clientRows('client.answer.metadata', { chat, chat_stream: chatStream }, async (world, operation) => {
  world.needs('metadata');
  await controlOperation(world, operation);
  const { metadataField } = serviceNames(world.prefix);
  // The second reply's is not the first one's.
  for (const word of ['none', 'standard']) {
    const more = { [metadataField]: metadataOf(word) };
    const answer =
      operation.op === 'chat'
        ? completion('fine', more)
        : { events: [event(chunk('fine')), event({ ...chunk(undefined, 'stop'), ...more }), 'data: [DONE]\n\n'] };
    const params = { ...operation.params, metadata: true };
    const heard = await attempt(world, { ...operation, params }, [answer]);
    const result = expectOk(world, heard.answer, 'a reply with metadata');
    if (result.metadata === undefined) throw new NotExercised('the driver reports no metadata');
    expectEqualJson(world, metadataOf(word), result.metadata, `the ${metadataField} of the reply`);
  }
});

/** What a reply holds besides its text (Resources; x-svc-metadata). */
const besides: readonly ClientCheck[] = [toolCalls, metadata];
export default besides;
