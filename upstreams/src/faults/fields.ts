import type { Schema } from '../schema/schema.ts';

/** The field with which a fault of streams says when it acts. */
export const afterTokensField: Schema = {
  type: 'integer',
  minimum: 0,
  description: 'Content tokens that are sent before; 0: before the first event.',
};

/** The field with which a dying stream says how it ends. */
export const endingField: Schema = {
  type: 'string',
  enum: ['cut', 'end'],
  default: 'cut',
  description: 'Whether the connection is lost or the body just ends.',
};

/** `1 content token`, `3 content tokens`. */
export function contentTokens(count: number): string {
  return count === 1 ? '1 content token' : `${count} content tokens`;
}
