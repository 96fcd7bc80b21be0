import type { Replies } from './reply-rule.ts';

/** Replies as JSON has them: a `RegExp` becomes its text between slashes. */
export function plainReplies(replies: Replies): Replies {
  return JSON.parse(JSON.stringify(replies, (_key, value) => (value instanceof RegExp ? String(value) : value)));
}
