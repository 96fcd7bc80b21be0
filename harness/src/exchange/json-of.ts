import type { Exchange } from './exchange.ts';
import { isObject, type JsonObject, type JsonReading, readJson } from './json.ts';

const readings = new WeakMap<Uint8Array, JsonReading>();

/** The response's body as JSON, or why it is none. Parsed once. */
export function jsonOf(exchange: Exchange): JsonReading {
  if (exchange.response === undefined) return { ok: false, why: 'there is no response' };
  return remembered(exchange.response.body);
}

/** The request's body as JSON: of a delivery, the event. */
export function requestJsonOf(exchange: Exchange): JsonReading {
  return remembered(exchange.request.body);
}

/** The response's body when it is a JSON object. */
export function objectOf(exchange: Exchange): JsonObject | undefined {
  const reading = jsonOf(exchange);
  return reading.ok && isObject(reading.value) ? reading.value : undefined;
}

/** The `error` object when the body has the form of the error envelope. What it holds is not judged. */
export function envelopeOf(exchange: Exchange): JsonObject | undefined {
  const error = objectOf(exchange)?.error;
  return isObject(error) ? error : undefined;
}

/** The error code of the envelope; undefined where there is none, or it is no string. */
export function codeOf(exchange: Exchange): string | undefined {
  const code = envelopeOf(exchange)?.code;
  return typeof code === 'string' ? code : undefined;
}

function remembered(bytes: Uint8Array): JsonReading {
  const known = readings.get(bytes);
  if (known !== undefined) return known;
  const reading = readJson(bytes);
  readings.set(bytes, reading);
  return reading;
}
