import type { History } from '@gateproof/harness';
import { headerOf, requestHeaderOf } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import { type ErrorSeen, errorsSeen } from '../../support/errors-seen.ts';
import { heldIf, type Look, standingTable } from '../../support/standing-table.ts';

interface HeadedError extends ErrorSeen {
  readonly requestId: string | undefined;
  readonly retryAfter: string | undefined;
  /** An earlier request under the same Idempotency-Key was answered with an error of the same request_id. */
  readonly isRepeated: boolean;
}

function* headedErrors(history: History): Generator<HeadedError> {
  const { requestIdHeader } = serviceNames(history.prefix);
  const firsts = new Map<string, unknown>();
  for (const seen of errorsSeen(history)) {
    const key = requestHeaderOf(seen.exchange, 'idempotency-key');
    const id = seen.error?.request_id;
    const isRepeated = key !== undefined && id !== undefined && firsts.get(key) === id;
    if (key !== undefined && !firsts.has(key)) firsts.set(key, id);
    yield {
      ...seen,
      isRepeated,
      requestId: headerOf(seen.exchange, requestIdHeader),
      retryAfter: headerOf(seen.exchange, 'retry-after'),
    };
  }
}

function requestIdPresent({ carrier, error, requestId }: HeadedError): Look {
  if (carrier === 'chunk' || typeof error?.request_id !== 'string') return undefined;
  return heldIf(requestId !== undefined, 'the request id in a header too', 'no such header');
}

/** The first error may come again under its key as it was, with the id of the request that it answered (freedom F049). */
function requestIdEqual({ error, requestId, isRepeated }: HeadedError): Look {
  if (typeof error?.request_id !== 'string' || requestId === undefined || isRepeated) return undefined;
  return heldIf(requestId === error.request_id, `the header to carry request_id ${error.request_id}`, requestId);
}

/** The wait in the body of an HTTP error, in milliseconds. */
function statedWait({ carrier, error }: HeadedError): number | undefined {
  const wait = error?.retry_after_ms;
  return carrier === 'http' && typeof wait === 'number' ? wait : undefined;
}

function retryAfterPresent(seen: HeadedError): Look {
  const wait = statedWait(seen);
  if (wait === undefined) return undefined;
  return heldIf(seen.retryAfter !== undefined, `Retry-After beside retry_after_ms ${wait}`, 'no Retry-After');
}

function retryAfterSeconds(seen: HeadedError): Look {
  if (statedWait(seen) === undefined || seen.retryAfter === undefined) return undefined;
  return heldIf(/^\d+$/.test(seen.retryAfter), 'Retry-After in whole seconds', seen.retryAfter);
}

function retryAfterEqual(seen: HeadedError): Look {
  const wait = statedWait(seen);
  if (wait === undefined || seen.retryAfter === undefined || !/^\d+$/.test(seen.retryAfter)) return undefined;
  const difference = Math.abs(Number(seen.retryAfter) * 1000 - wait);
  // Rounding down, up or to the nearest second are all within one second; a wait below one second may be rounded up to one.
  const isLeast = wait < 1000 && seen.retryAfter === '1';
  return heldIf(
    difference < 1000 || isLeast,
    `Retry-After within one second of retry_after_ms ${wait}`,
    seen.retryAfter,
  );
}

/** What the headers of an error repeat from its body. */
export default standingTable(headedErrors, {
  'error.header.request-id-present': requestIdPresent,
  'error.header.request-id-equal': requestIdEqual,
  'error.header.retry-after-present': retryAfterPresent,
  'error.header.retry-after-seconds': retryAfterSeconds,
  'error.header.retry-after-equal': retryAfterEqual,
});
