import type { Exchange, Header } from '../exchange/exchange.ts';
import type { CaseScope } from './case-scope.ts';
import type { RequestOptions } from './world.ts';

/** Sends one request of a case and records what comes back. */
export function sendRequest({ means, recorder, over }: CaseScope, options: RequestOptions): Promise<Exchange> {
  const body = bytesOf(options);
  const given: readonly Header[] = [...means.headers, ...(options.headers ?? [])];
  const hasType = given.some(([name]) => name.toLowerCase() === 'content-type');
  const headers: readonly Header[] =
    options.body !== undefined && options.rawBody === undefined && !hasType
      ? [...given, ['Content-Type', 'application/json']]
      : given;
  const { signal, closeAfterEvents } = options;
  return means.client.send(
    {
      method: options.method ?? 'GET',
      url: `${means.baseUrl}${options.path}`,
      headers,
      body,
      limitMs: options.limitMs ?? means.requestTimeoutMs,
      signal: signal === undefined ? over : AbortSignal.any([signal, over]),
      ...(closeAfterEvents === undefined ? {} : { closeAfterEvents }),
    },
    recorder,
  );
}

/** Reads an absolute URL with nothing but what HTTP needs. */
export function download({ means, recorder, over }: CaseScope, url: string): Promise<Exchange> {
  const limitMs = means.requestTimeoutMs;
  return means.client.send(
    { method: 'GET', url, headers: [], body: new Uint8Array(), limitMs, signal: over },
    recorder,
  );
}

function bytesOf({ body, rawBody }: RequestOptions): Uint8Array {
  if (rawBody !== undefined) return typeof rawBody === 'string' ? Buffer.from(rawBody) : rawBody;
  return body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body));
}
