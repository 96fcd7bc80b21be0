import type { Exchange } from '../exchange/exchange.ts';
import { isObject, type JsonObject } from '../exchange/json.ts';
import { requestJsonOf } from '../exchange/json-of.ts';

/** True for an answer with a status of 200 to 299. */
export function isAccepted({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 200 && response.status < 300;
}

/** The body of a request as a JSON object; undefined where it is none. */
export function requestObjectOf(exchange: Exchange): JsonObject | undefined {
  const reading = requestJsonOf(exchange);
  return reading.ok && isObject(reading.value) ? reading.value : undefined;
}
