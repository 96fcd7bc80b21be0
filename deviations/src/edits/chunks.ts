import type { JsonObject } from './fields.ts';

/** Whether a chunk finishes its reply. */
export const isFinish = ({ choices }: JsonObject): boolean =>
  Array.isArray(choices) && typeof choices[0]?.finish_reason === 'string';

/** Whether a chunk has text for the client. */
export const hasContent = (chunk: object): boolean => /"content":"[^"]/.test(JSON.stringify(chunk));
