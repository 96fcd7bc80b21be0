import { isObject } from '../exchange/json.ts';
import { jsonOf } from '../exchange/json-of.ts';
import { streamOf } from '../exchange/stream-of.ts';
import type { AnsweredExchange } from './repair.ts';

/** True for a 200 whose body is a stream of chat chunks, whatever its content type says. */
export function isChatStream(exchange: AnsweredExchange): boolean {
  if (exchange.response.status !== 200) return false;
  const reading = jsonOf(exchange);
  if (reading.ok && isObject(reading.value)) return false;
  return streamOf(exchange).chunks.some(({ json }) => Array.isArray(json.choices) || json.error !== undefined);
}
