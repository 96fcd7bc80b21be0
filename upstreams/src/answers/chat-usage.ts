import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import type { ReadRequest } from '../plan/upstream-request.ts';
import type { ChatAnswer } from '../script/answer.ts';
import { countWords, piecesOf } from './text-pieces.ts';

/** The `usage` of an answer: what it says, or the words of the messages, and one per token or piece of a tool call of the answer. */
export function chatUsage(answer: ChatAnswer, request: ReadRequest): JsonObject {
  const usage = answer.usage ?? {
    promptTokens: wordsOfMessages(request.fields.messages ?? null),
    completionTokens: outputTokens(answer),
  };
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    total_tokens: usage.promptTokens + usage.completionTokens,
  };
}

/** The tokens of an answer: those of its text and reasoning, and the pieces of its tool calls. */
export function outputTokens({ tokens, reasoning = [], toolCalls = [] }: ChatAnswer): number {
  return toolCalls.reduce((sum, call) => sum + piecesOf(call.arguments).length, tokens.length + reasoning.length);
}

function wordsOfMessages(messages: JsonValue): number {
  if (!Array.isArray(messages)) return 0;
  return messages.reduce<number>(
    (sum, message) => sum + (isJsonObject(message) ? wordsOfContent(message.content) : 0),
    0,
  );
}

function wordsOfContent(content: JsonValue | undefined): number {
  if (typeof content === 'string') return countWords(content);
  if (!Array.isArray(content)) return 0;
  return content.reduce<number>((sum, part) => sum + (isJsonObject(part) ? wordsOfContent(part.text) : 0), 0);
}
