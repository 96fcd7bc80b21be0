import { isObject, type JsonObject } from '@gateproof/spec';
import type { ReplyOccasion } from './reply-conditions.ts';

/** A chat request as replies look at it. */
export function replyOccasion(body: JsonObject, headers: ReplyOccasion['headers']): ReplyOccasion {
  const messages = Array.isArray(body.messages) ? body.messages : [];
  const newest: unknown = messages.at(-1);
  return {
    model: String(body.model),
    message: isObject(newest) ? textOf(newest.content) : '',
    tools: (Array.isArray(body.tools) ? body.tools : []).flatMap(nameOf),
    headers,
    stream: body.stream === true,
  };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  return parts.map((part) => (isObject(part) && typeof part.text === 'string' ? part.text : '')).join('');
}

function nameOf(tool: unknown): readonly string[] {
  const described = isObject(tool) && isObject(tool.function) ? tool.function.name : undefined;
  return typeof described === 'string' ? [described] : [];
}
