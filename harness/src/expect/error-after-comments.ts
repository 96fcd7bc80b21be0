import type { Exchange } from '../exchange/exchange.ts';
import { isObject, type JsonObject } from '../exchange/json.ts';
import { streamOf } from '../exchange/stream-of.ts';

/** The error of a stream that sent nothing but comments before it, and `[DONE]` after it: freedom F118 only warns about it. */
export function errorAfterComments(exchange: Exchange): JsonObject | undefined {
  if (exchange.response?.status !== 200) return undefined;
  const { comments, chunks, errorChunks, doneIsLast } = streamOf(exchange);
  const error = errorChunks[0]?.json.error;
  return comments.length > 0 && chunks.length === 1 && doneIsLast && isObject(error) ? error : undefined;
}
