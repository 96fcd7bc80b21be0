import { isJsonObject, type JsonValue } from '../json.ts';
import type { ReadRequest } from '../plan/upstream-request.ts';

/** The text of the newest message by the user, its text parts joined; empty when there is none. */
export function lastUserText({ fields }: ReadRequest): string {
  const messages: readonly JsonValue[] = Array.isArray(fields.messages) ? fields.messages : [];
  const message = messages.findLast((one) => isJsonObject(one) && one.role === 'user');
  return isJsonObject(message) ? textOf(message.content) : '';
}

function textOf(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (isJsonObject(part) && typeof part.text === 'string' ? part.text : '')).join('');
}
