import type { JsonObject } from '../json.ts';
import type { ReadRequest } from '../plan/upstream-request.ts';
import type { ChatAnswer } from '../script/answer.ts';
import type { AnswerContext } from './answer-context.ts';
import { completionIdentity, finishReasonOf, wholeToolCall } from './chat-parts.ts';
import { chatUsage } from './chat-usage.ts';

/** A chat answer as one JSON completion. */
export function chatCompletion(answer: ChatAnswer, context: AnswerContext): JsonObject {
  return { ...completionIdentity(answer, context, 'chat.completion'), ...completionContent(answer, context.request) };
}

/** What a completion says, without the fields that say which one it is. */
export function completionContent(answer: ChatAnswer, request: ReadRequest): JsonObject {
  const message: JsonObject = {
    role: 'assistant',
    content: answer.tokens.length === 0 ? null : answer.tokens.join(''),
    ...(answer.refusal === undefined ? {} : { refusal: answer.refusal }),
    ...(answer.reasoning?.length ? { reasoning_content: answer.reasoning.join('') } : {}),
    ...(answer.toolCalls?.length ? { tool_calls: answer.toolCalls.map(wholeToolCall) } : {}),
  };
  return {
    choices: [{ index: 0, message, finish_reason: finishReasonOf(answer) }],
    usage: chatUsage(answer, request),
  };
}
