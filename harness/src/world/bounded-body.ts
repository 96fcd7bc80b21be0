import { isObject } from '../exchange/json.ts';

/** The most tokens of a reply whose text no check reads. No check gives its own chats this number. */
export const boundTokens = 16;

/** Fields beside which a chat is a plain one: its reply may be cut. */
const plainFields: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'temperature',
  'provider',
  'svc',
]);

/**
 * The body of a chat, with a `max_tokens` where no check needs more of the reply: a plain and valid request for a model that `isBounded`, which is one of the
 * target's own, costs money, and was seen to say something within that many tokens.
 */
export function boundedBody(body: unknown, isBounded: (model: string) => boolean): unknown {
  if (!isObject(body) || !Object.keys(body).every((field) => plainFields.has(field))) return body;
  const { model, messages, stream = false } = body;
  const isValid =
    typeof model === 'string' && Array.isArray(messages) && messages.length > 0 && typeof stream === 'boolean';
  return isValid && isBounded(model) ? { ...body, max_tokens: boundTokens } : body;
}
