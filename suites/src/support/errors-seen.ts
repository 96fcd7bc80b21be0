import { type Exchange, type History, isObject, type JsonObject, jsonOf, routeOf, streamOf } from '@gateproof/harness';
import { errorTable } from '@gateproof/spec';

/** An error as one party reported it to another: the body of an HTTP error, or a failure chunk of a stream. */
export interface ErrorSeen {
  readonly exchange: Exchange;
  readonly carrier: 'http' | 'chunk';
  /** The whole value that carries the error; undefined when the body is not a JSON object. */
  readonly envelope: JsonObject | undefined;
  /** The error object; undefined when there is none. */
  readonly error: JsonObject | undefined;
  /** HTTP status; undefined in a chunk. */
  readonly status: number | undefined;
}

/** Refusals that an HTTP server makes below any route, where the contract asks for no envelope: timeouts, missing lengths, long URLs and headers, versions. */
const belowRoutes: ReadonlySet<number> = new Set([408, 411, 414, 431, 501, 505]);

/** Every error on the contract's own routes, in order. */
export function* errorsSeen(history: History): Generator<ErrorSeen> {
  for (const exchange of history.exchanges) {
    const { response } = exchange;
    if (exchange.side !== 'request' || response === undefined) continue;
    if (routeOf(exchange, history.baseUrl) === undefined) continue;
    if (response.status >= 400) {
      const seen = fromBody(exchange, response.status);
      if (exchange.ending === 'complete' && !isBelowRoutes(seen)) yield seen;
    } else if (response.status === 200) yield* fromChunks(exchange);
  }
}

/** A 400 without an error is one where a header has bytes that a server need not take (RFC 9110, 5.5). A 501 that carries a code of the contract's table is an answer of the route. */
function isBelowRoutes({ exchange, status, error }: ErrorSeen): boolean {
  if (status === 400 && error === undefined) return exchange.request.headers.some(([, value]) => /[^ -~]/.test(value));
  if (status === undefined || !belowRoutes.has(status)) return false;
  return status !== 501 || typeof error?.code !== 'string' || !errorTable.has(error.code);
}

function fromBody(exchange: Exchange, status: number): ErrorSeen {
  const body = jsonOf(exchange);
  const envelope = body.ok && isObject(body.value) ? body.value : undefined;
  const error = isObject(envelope?.error) ? envelope.error : undefined;
  return { exchange, carrier: 'http', envelope, error, status };
}

function* fromChunks(exchange: Exchange): Generator<ErrorSeen> {
  for (const { json } of streamOf(exchange)?.errorChunks ?? []) {
    const envelope = isObject(json) ? json : undefined;
    const error = isObject(envelope?.error) ? envelope.error : undefined;
    yield { exchange, carrier: 'chunk', envelope, error, status: undefined };
  }
}
