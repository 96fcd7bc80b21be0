import type { Exchange } from '../exchange/exchange.ts';
import { isObject, type JsonObject } from '../exchange/json.ts';
import { streamOf } from '../exchange/stream-of.ts';

/** Codes of failures that may show only once endpoints are asked: a gateway may have sent a chunk of its own before (streaming rules, 2 and 3). */
const afterDispatch: ReadonlySet<unknown> = new Set([
  'context_length_exceeded',
  'moderation_refused',
  'rate_limited',
  'provider_unavailable',
  'provider_empty_response',
  'provider_payment_required',
  'provider_unauthorized',
  'upstream_timeout',
  'request_timeout',
  'internal_error',
]);

/**
 * The error of a stream that sent nothing but comments before it, or chunks that say nothing, such as a role, and `[DONE]` after it: freedom
 * F118 only warns about it.
 */
export function errorAfterComments(exchange: Exchange): JsonObject | undefined {
  if (exchange.response?.status !== 200) return undefined;
  const { comments, chunks, errorChunks, doneIsLast, content, toolCalls } = streamOf(exchange);
  const error = errorChunks[0]?.json.error;
  if (!doneIsLast || !isObject(error) || chunks.at(-1) !== errorChunks[0]) return undefined;
  if (chunks.length === 1) return comments.length > 0 ? error : undefined;
  const isFinished = chunks.slice(0, -1).some(({ json }) => tellsFinish(json));
  const saysNothing = content === '' && toolCalls.length === 0 && !isFinished;
  // A chunk may leave the code out: then nothing says that the failure could have been known before.
  return saysNothing && (error.code === undefined || afterDispatch.has(error.code)) ? error : undefined;
}

function tellsFinish({ choices }: JsonObject): boolean {
  return (
    Array.isArray(choices) && choices.some((choice) => isObject(choice) && typeof choice.finish_reason === 'string')
  );
}
