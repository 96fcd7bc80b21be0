import type { Ending, Exchange, Header } from './exchange.ts';

export interface ExchangeSketch {
  readonly id?: string;
  readonly method?: string;
  readonly path?: string;
  readonly requestHeaders?: readonly Header[];
  readonly requestBody?: unknown;
  /** 0 means that there is no response. Default 200. */
  readonly status?: number;
  readonly headers?: readonly Header[];
  /** Bytes and strings stand as they are; other values are sent as JSON. */
  readonly body?: unknown;
  readonly ending?: Ending;
  readonly trouble?: string;
}

/** An exchange with the target at `http://gateway.test`, for tests. */
export function sketchExchange(sketch: ExchangeSketch = {}): Exchange {
  const { status = 200, ending = 'complete', trouble } = sketch;
  const body = bytesOf(sketch.body ?? '');
  const response = {
    status,
    headers: sketch.headers ?? [],
    body,
    arrivals: [{ atMs: 2, length: body.length }],
    headersAtMs: 1,
  };
  return {
    id: sketch.id ?? 'x1',
    side: 'request',
    request: {
      method: sketch.method ?? (sketch.requestBody === undefined ? 'GET' : 'POST'),
      url: `http://gateway.test${sketch.path ?? '/v1/models'}`,
      headers: sketch.requestHeaders ?? [],
      body: bytesOf(sketch.requestBody ?? ''),
      atMs: 0,
    },
    ...(status === 0 ? {} : { response }),
    ending,
    ...(trouble === undefined ? {} : { trouble }),
    endedAtMs: 3,
  };
}

function bytesOf(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
}
