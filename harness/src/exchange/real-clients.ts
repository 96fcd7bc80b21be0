import type { Header } from './exchange.ts';

/** What a client that people use sends with each request, beside what the request itself needs. */
export interface RealClient {
  /** As reports name it. */
  readonly name: string;
  readonly headers: readonly Header[];
  /** Each of its requests comes on a connection of its own; default: on one that is kept alive. */
  readonly ownConnection?: boolean;
}

/**
 * Clients as which cases ask. The headers are those that their sources set by default, as far as they concern the form of answers: `fetch` as in undici 7
 * (`lib/web/fetch/index.js`, towards https but for zstd), the OpenAI SDK for Python 1 (`_base_client.py`, on `httpx/_client.py` with the brotli package),
 * OkHttp 4 (`internal/http/BridgeInterceptor.kt`), Go (`net/http/transport.go`) and `curl --compressed` as built by Debian but for zstd, which not every
 * Node that runs the suite can decode.
 */
export const realClients: readonly RealClient[] = [
  {
    name: 'fetch',
    headers: [
      ['Connection', 'keep-alive'],
      ['Accept', '*/*'],
      ['Accept-Language', '*'],
      ['Sec-Fetch-Mode', 'cors'],
      ['User-Agent', 'node'],
      ['Accept-Encoding', 'br, gzip, deflate'],
    ],
  },
  {
    name: 'the OpenAI SDK for Python',
    headers: [
      ['Accept', 'application/json'],
      ['Accept-Encoding', 'gzip, deflate, br'],
      ['Connection', 'keep-alive'],
      ['User-Agent', 'OpenAI/Python 1.109.1'],
      ['X-Stainless-Lang', 'python'],
      ['X-Stainless-Async', 'false'],
    ],
  },
  {
    name: 'OkHttp',
    headers: [
      ['Connection', 'Keep-Alive'],
      ['Accept-Encoding', 'gzip'],
      ['User-Agent', 'okhttp/4.12.0'],
    ],
  },
  {
    name: 'the client of Go',
    headers: [
      ['User-Agent', 'Go-http-client/1.1'],
      ['Accept-Encoding', 'gzip'],
    ],
  },
  {
    name: 'curl --compressed',
    ownConnection: true,
    headers: [
      ['User-Agent', 'curl/7.88.1'],
      ['Accept', '*/*'],
      ['Accept-Encoding', 'deflate, gzip, br'],
    ],
  },
];

/** The client of a name. */
export function realClient(name: string | undefined): RealClient | undefined {
  return realClients.find((client) => client.name === name);
}

/** The headers of a request as a client sends them; those that are given count before its own. */
export function headersAs(client: RealClient | undefined, given: readonly Header[]): readonly Header[] {
  const names = new Set(given.map(([name]) => name.toLowerCase()));
  return [...(client?.headers ?? []).filter(([name]) => !names.has(name.toLowerCase())), ...given];
}
