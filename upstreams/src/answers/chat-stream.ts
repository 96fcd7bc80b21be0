import { isJsonObject, type JsonObject } from '../json.ts';
import type { Frame, FramePart } from '../plan/response-draft.ts';
import type { ReadRequest } from '../plan/upstream-request.ts';
import type { ChatAnswer, ToolCall } from '../script/answer.ts';
import type { AnswerContext } from './answer-context.ts';
import { completionIdentity, finishReasonOf } from './chat-parts.ts';
import { chatUsage } from './chat-usage.ts';
import { piecesOf } from './text-pieces.ts';

/** A chat answer as events: its chunks, usage when asked for, `[DONE]`. */
export function chatStream(answer: ChatAnswer, context: AnswerContext): readonly Frame[] {
  const identity = completionIdentity(answer, context, 'chat.completion.chunk');
  const usage = usageContent(answer, context.request);
  const chunks = [...chatChunks(answer), ...(usage === undefined ? [] : [{ part: 'usage', content: usage } as const])];
  const frames = chunks.map(({ part, content }): Frame => ({ part, data: { ...identity, ...content }, holds: [] }));
  return [...frames, { part: 'done', data: '[DONE]', holds: [] }];
}

/** One chunk of a stream: which part of the answer it brings, and what it says, without the fields that say of which completion it is. */
export interface ChatChunk {
  readonly part: FramePart;
  readonly content: JsonObject;
}

/** The chunks of a chat answer, whoever asks: role, reasoning, one per token, refusal, tool calls, finish where it stands apart. */
export function chatChunks(answer: ChatAnswer): readonly ChatChunk[] {
  const chunk = (part: FramePart, delta: JsonObject, finishReason: string | null = null): ChatChunk => ({
    part,
    content: chunkContent(delta, finishReason),
  });
  const toolDeltas = (answer.toolCalls ?? []).flatMap(toolCallDeltas);
  const reason = finishReasonOf(answer);
  const lastToken = answer.finishes === 'with-last-token' ? answer.tokens.length - 1 : -1;
  return [
    chunk('role', { role: 'assistant', content: '' }),
    ...(answer.reasoning ?? []).map((text) => chunk('reasoning', { reasoning_content: text })),
    ...answer.tokens.map((token, place) => chunk('content', { content: token }, place === lastToken ? reason : null)),
    ...(answer.refusal === undefined ? [] : [chunk('refusal', { refusal: answer.refusal })]),
    ...toolDeltas.map((delta) => chunk('tool-call', delta)),
    ...(lastToken < 0 ? [chunk('finish', {}, reason)] : []),
  ];
}

/** What the usage chunk at the end of a stream says; undefined: it has none. */
export function usageContent(answer: ChatAnswer, request: ReadRequest): JsonObject | undefined {
  return sendsUsage(answer, request) ? { choices: [], usage: chatUsage(answer, request) } : undefined;
}

/** What a chunk says, without the fields that say of which completion it is. */
export function chunkContent(delta: JsonObject, finishReason: string | null = null): JsonObject {
  return { choices: [{ index: 0, delta, finish_reason: finishReason }] };
}

function sendsUsage(answer: ChatAnswer, { fields }: ReadRequest): boolean {
  const when = answer.usageChunk ?? 'when-asked';
  if (when !== 'when-asked') return when === 'always';
  const options = fields.stream_options;
  return isJsonObject(options) && options.include_usage === true;
}

/** The deltas of a tool call: its head, then its arguments in pieces. */
export function toolCallDeltas(call: ToolCall, index: number): readonly JsonObject[] {
  const begun = { index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } };
  return [
    { tool_calls: [begun] },
    ...piecesOf(call.arguments).map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ];
}
