import type { JsonObject } from '../json.ts';
import type { ChatAnswer, ToolCall } from '../script/answer.ts';
import type { AnswerContext } from './answer-context.ts';
import { seededBytes } from './seeded-bytes.ts';

/** `id`, `created` and `model` of a completion, the same in every chunk of its stream. */
export function completionIdentity(answer: ChatAnswer, context: AnswerContext, object: string): JsonObject {
  const id = Buffer.from(seededBytes(context.seed, String(context.callNumber))).toString('hex', 0, 12);
  const model = answer.model ?? context.request.model ?? 'unnamed';
  return { id: `chatcmpl-${id}`, object, created: context.createdS, model };
}

export function finishReasonOf(answer: ChatAnswer): string {
  return answer.finishReason ?? (answer.toolCalls?.length ? 'tool_calls' : 'stop');
}

/** A tool call as a whole message carries it. */
export function wholeToolCall({ id, name, arguments: text }: ToolCall): JsonObject {
  return { id, type: 'function', function: { name, arguments: text } };
}
