import type { Exchange, Header } from './exchange.ts';

/** All values of a response header, in order; the letter case of `name` doesn't count. Empty without a response. */
export function headersOf(exchange: Exchange, name: string): readonly string[] {
  return valuesOf(exchange.response?.headers ?? [], name);
}

/** The first value of a response header; undefined when there is none. */
export function headerOf(exchange: Exchange, name: string): string | undefined {
  return headersOf(exchange, name)[0];
}

/** The first value of a request header: of a delivery, what the target sent. */
export function requestHeaderOf(exchange: Exchange, name: string): string | undefined {
  return valuesOf(exchange.request.headers, name)[0];
}

/** The response's media type in lower case, without parameters; empty without a `Content-Type`. */
export function mediaTypeOf(exchange: Exchange): string {
  return (headerOf(exchange, 'content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The media type that a request says its body is of, without parameters, in lower case; empty when it says none. */
export function mediaTypeOfRequest(exchange: Exchange): string {
  return (requestHeaderOf(exchange, 'content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function valuesOf(headers: readonly Header[], name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([candidate]) => candidate.toLowerCase() === wanted).map(([, value]) => value);
}
