import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { expectOk } from '../support/client/expectations.ts';
import { attempt, controlOperation, operations } from '../support/client/operations.ts';
import { chunk, event } from '../support/client/replies.ts';
import { again, expectCalls, type ToolCall, tools, weather } from '../support/client/tool-calls.ts';

const { chat_stream: chatStream } = operations;

const fragment = (index: number, more: object) => ({
  ...chunk(undefined),
  choices: [{ index: 0, delta: { tool_calls: [{ index, ...more }] }, finish_reason: null }],
});
const opening = (index: number, { id, name }: ToolCall) =>
  fragment(index, { id, type: 'function', function: { name, arguments: '' } });
/** With the first of the arguments beside the name. */
const fullOpening = (index: number, { id, name, arguments: text }: ToolCall, length: number) =>
  fragment(index, { id, type: 'function', function: { name, arguments: text.slice(0, length) } });
const restOf = ({ arguments: text, ...call }: ToolCall, length: number): ToolCall => ({
  ...call,
  arguments: text.slice(length),
});
const piece = (index: number, text: string) => fragment(index, { function: { arguments: text } });
/** The arguments of a call in pieces of seven characters. */
const pieces = (index: number, { arguments: text }: ToolCall) =>
  (text.match(/.{1,7}/gs) ?? []).map((part) => piece(index, part));
/** Elements of both lists by turns. */
const byTurns = <T>(one: readonly T[], other: readonly T[]): readonly T[] =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, place) => [one[place], other[place]])
    .flat()
    .filter((item) => item !== undefined) as readonly T[];

const streams: Readonly<Record<string, { readonly calls: readonly ToolCall[]; readonly chunks: readonly object[] }>> = {
  'one call': { calls: [weather], chunks: [opening(0, weather), ...pieces(0, weather)] },
  'one after the other': {
    calls: [weather, again],
    chunks: [opening(0, weather), ...pieces(0, weather), opening(1, again), ...pieces(1, again)],
  },
  'the whole call in one piece': { calls: [weather], chunks: [fullOpening(0, weather, weather.arguments.length)] },
  'arguments beside each name': {
    calls: [weather, again],
    chunks: [
      ...[fullOpening(0, weather, 5), ...pieces(0, restOf(weather, 5))],
      ...[fullOpening(1, again, 9), ...pieces(1, restOf(again, 9))],
    ],
  },
  'by turns': {
    calls: [weather, again],
    chunks: [opening(0, weather), opening(1, again), ...byTurns(pieces(0, weather), pieces(1, again))],
  },
};
const streamedCalls = clientRows('client.stream.tool-calls', streams, async (world, { calls, chunks }) => {
  world.needs('tools');
  await controlOperation(world, chatStream);
  const end = { ...chunk(undefined), choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] };
  const events = [...chunks, end].map(event).concat('data: [DONE]\n\n');
  const heard = await attempt(world, { ...chatStream, params: { ...chatStream.params, tools } }, [{ events }]);
  expectCalls(world, expectOk(world, heard.answer, 'a stream of tool calls'), calls);
});

/** Tool calls that come in pieces (POST /v1/chat/completions, response). */
const streamed: readonly ClientCheck[] = [streamedCalls];
export default streamed;
