import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { expectOk } from '../support/client/expectations.ts';
import { attempt, controlOperation, operations } from '../support/client/operations.ts';
import { completion } from '../support/client/replies.ts';
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

const { chat } = operations;

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

/** What a reply holds besides its text (Resources). */
const besides: readonly ClientCheck[] = [toolCalls];
export default besides;
