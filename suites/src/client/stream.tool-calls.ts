import { type ClientWorld, isObject, type JsonObject, SetupFailed, Violation } from '@gateproof/harness';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { expectOk } from '../support/client/expectations.ts';
import { attempt, controlOperation, operations } from '../support/client/operations.ts';
import { chunk, event } from '../support/client/replies.ts';
import { again, expectCalls, expectTextBeside, type ToolCall, tools, weather } from '../support/client/tool-calls.ts';

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

/** The pieces of both chunks in one. */
const together = (one: ReturnType<typeof opening>, other?: ReturnType<typeof opening>) => ({
  ...one,
  choices: one.choices.map((choice) => ({
    ...choice,
    delta: { tool_calls: [one, other].flatMap((each) => each?.choices[0]?.delta.tool_calls ?? []) },
  })),
});

/** A chunk of a call that has content as well. */
const saying = (content: string, fragment: ReturnType<typeof opening>) => ({
  ...fragment,
  choices: fragment.choices.map((choice) => ({ ...choice, delta: { content, ...choice.delta } })),
});

interface ToolStream {
  readonly calls: readonly ToolCall[];
  readonly chunks: readonly object[];
  /** What the stream says beside them. */
  readonly text?: string;
}

const streams: Readonly<Record<string, ToolStream>> = {
  'by turns': {
    calls: [weather, again],
    chunks: [opening(0, weather), opening(1, again), ...byTurns(pieces(0, weather), pieces(1, again))],
  },
  'two calls in each chunk': {
    calls: [weather, again],
    chunks: [
      together(opening(0, weather), opening(1, again)),
      ...pieces(0, weather).map((one, place) => together(one, pieces(1, again)[place])),
      ...pieces(1, again).slice(pieces(0, weather).length),
    ],
  },
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
  'text before a call': {
    calls: [weather],
    chunks: [chunk('Let me '), chunk('look.'), opening(0, weather), ...pieces(0, weather)],
    text: 'Let me look.',
  },
  'text in the chunks of a call': {
    calls: [weather],
    chunks: [saying('Let me ', opening(0, weather)), ...pieces(0, weather).map((one) => saying('x', one))],
    text: `Let me ${'x'.repeat(pieces(0, weather).length)}`,
  },
};
async function expectStreamed(world: ClientWorld, { calls, chunks, text }: ToolStream): Promise<void> {
  const end = { ...chunk(undefined), choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] };
  const events = [...chunks, end].map(event).concat('data: [DONE]\n\n');
  const heard = await attempt(world, { ...chatStream, params: { ...chatStream.params, tools } }, [{ events }]);
  const result = expectOk(world, heard.answer, 'a stream of tool calls');
  expectCalls(world, result, calls);
  expectTextBeside(world, result, text);
}

const streamedCalls = clientRows('client.stream.tool-calls', streams, async (world, row) => {
  world.needs('tools');
  await controlOperation(world, chatStream);
  await expectStreamed(world, row);
});

/** What services write into the later pieces of a call where they have nothing to say; the name stands in the first piece alone. */
const fillers: Readonly<Record<string, (call: ToolCall) => JsonObject>> = {
  'empty ids and names': () => ({ id: '', type: 'function', function: { name: '' } }),
  'ids and names that are null': () => ({ id: null, type: null, function: { name: null } }),
  'the id of the call in each piece': ({ id }) => ({ id, type: 'function' }),
  'empty ids': () => ({ id: '' }),
};
const filled = (index: number, call: ToolCall, filler: JsonObject) => [
  opening(index, call),
  ...(call.arguments.match(/.{1,7}/gs) ?? []).map((text) =>
    fragment(index, {
      ...filler,
      function: { ...(isObject(filler.function) ? filler.function : {}), arguments: text },
    }),
  ),
];
const fillerStreams: Readonly<Record<string, ToolStream>> = Object.fromEntries(
  Object.entries(fillers).map(([name, filler]) => [
    name,
    { calls: [weather, again], chunks: [...filled(0, weather, filler(weather)), ...filled(1, again, filler(again))] },
  ]),
);
const plainStream: ToolStream = {
  calls: [weather, again],
  chunks: [opening(0, weather), ...pieces(0, weather), opening(1, again), ...pieces(1, again)],
};
const fillersIgnored = clientRows('client.stream.tool-call-fillers', fillerStreams, async (world, row) => {
  world.needs('tools');
  await controlOperation(world, chatStream);
  await expectStreamed(world, plainStream).catch((error: unknown) => {
    if (!(error instanceof Violation)) throw error;
    throw new SetupFailed('a stream of two plain tool calls is not reported with them', {
      prerequisite: 'client.stream.tool-calls',
    });
  });
  await expectStreamed(world, row);
});

/** Tool calls that come in pieces (POST /v1/chat/completions, response). */
const streamed: readonly ClientCheck[] = [streamedCalls, fillersIgnored];
export default streamed;
