import { isObject, type JsonObject } from '@gateproof/spec';
import type { ReplyOccasion } from './reply-conditions.ts';

/** What of a request `message` is about. */
const inputs = {
  chat: newestMessage,
  image: ({ prompt }) => prompt,
  transcription: ({ audio_url: url }) => url,
} satisfies Record<ReplyOccasion['route'], (body: JsonObject) => unknown>;

/** A request to a model as replies look at it. */
export function replyOccasion(
  route: ReplyOccasion['route'],
  body: JsonObject,
  headers: ReplyOccasion['headers'],
): ReplyOccasion {
  return {
    route,
    model: String(body.model),
    message: textOf(inputs[route](body)),
    tools: (Array.isArray(body.tools) ? body.tools : []).flatMap(nameOf),
    headers,
    stream: body.stream === true,
  };
}

function newestMessage({ messages }: JsonObject): unknown {
  const newest: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  return isObject(newest) ? newest.content : undefined;
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
