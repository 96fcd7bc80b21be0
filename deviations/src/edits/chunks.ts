import type { JsonObject } from './fields.ts';

/** Whether a chunk finishes its reply. */
export function isFinish({ choices }: JsonObject): boolean {
  return Array.isArray(choices) && typeof choices[0]?.finish_reason === 'string';
}

/** Whether a chunk has text for the client. */
export function hasContent(chunk: object): boolean {
  return /"content":"[^"]/.test(JSON.stringify(chunk));
}
