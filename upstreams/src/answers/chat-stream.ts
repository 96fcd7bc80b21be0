import { isJsonObject, type JsonObject } from '../json.ts';
import type { Frame, FramePart } from '../plan/response-draft.ts';
import type { ReadRequest } from '../plan/upstream-request.ts';
import type { ChatAnswer, ToolCall } from '../script/answer.ts';
import type { AnswerContext } from './answer-context.ts';
import { completionIdentity, finishReasonOf } from './chat-parts.ts';
import { chatUsage } from './chat-usage.ts';
import { piecesOf } from './text-pieces.ts';

/** A chat answer as events: its chunks, then `[DONE]`. */
export function chatStream(answer: ChatAnswer, context: AnswerContext): readonly Frame[] {
  const identity = completionIdentity(answer, context, 'chat.completion.chunk');
  const frames = chatChunks(answer, context.request).map(
    ({ part, content }): Frame => ({ part, data: { ...identity, ...content }, holds: [] }),
  );
  return [...frames, { part: 'done', data: '[DONE]', holds: [] }];
}

/** One chunk of a stream: which part of the answer it brings, and what it says, without the fields that say of which completion it is. */
export interface ChatChunk {
  readonly part: FramePart;
  readonly content: JsonObject;
}

/** The chunks of a chat answer: role, reasoning, one per token, refusal, tool calls, finish where it stands apart, usage when asked for. */
export function chatChunks(answer: ChatAnswer, request: ReadRequest): readonly ChatChunk[] {
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
    ...(sendsUsage(answer, request)
      ? [{ part: 'usage', content: { choices: [], usage: chatUsage(answer, request) } } as const]
      : []),
  ];
}

/** What a chunk says, without the fields that say of which completion it is. */
export function chunkContent(delta: JsonObject, finishReason: string | null = null): JsonObject {
  return { choices: [{ index: 0, delta, finish_reason: finishReason }] };
}

/** Whether the stream ends with a usage chunk. */
export function sendsUsage(answer: ChatAnswer, { fields }: ReadRequest): boolean {
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
