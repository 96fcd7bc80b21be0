import type { DriverAnswer, DriverOperation } from '@gateproof/spec';
import type { Exchange } from '../exchange/exchange.ts';

/** What a driver was asked to do, and when, in ms since the run began. */
export interface DriverCall {
  readonly operation: DriverOperation;
  readonly params: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string | undefined;
  readonly atMs: number;
}

/** A call of a driver as an exchange: its answer stands as the body of a 200; without one, as a call that was never answered, or that was `cut` because the driver died. */
export function driverExchange(
  id: string,
  call: DriverCall,
  endedAtMs: number,
  answer?: DriverAnswer | 'cut',
): Exchange {
  const { operation, params, idempotencyKey, atMs } = call;
  const asked = idempotencyKey === undefined ? { params } : { params, idempotency_key: idempotencyKey };
  const request = { method: 'CALL', url: `driver:${operation}`, headers: [], body: bytesOf(asked), atMs };
  if (answer === undefined || answer === 'cut')
    return { id, side: 'driver', request, ending: answer ?? 'timeout', endedAtMs };
  const { id: _, ...said } = answer;
  const body = bytesOf(said);
  const arrivals = [{ atMs: endedAtMs, length: body.length }];
  const response = { status: 200, headers: [], body, arrivals, headersAtMs: endedAtMs };
  return { id, side: 'driver', request, response, ending: 'complete', endedAtMs };
}

function bytesOf(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}
