import type { Header } from './exchange.ts';

/** Another name of a coding (RFC 9110, 8.4.1.3). */
const aliases: Readonly<Record<string, string>> = { 'x-gzip': 'gzip', 'x-compress': 'compress' };

/** The codings that a `Content-Encoding` header names, in the order in which they were applied; empty for a plain body. */
export function codingsIn(headers: readonly Header[]): readonly string[] {
  return listIn(headers, 'content-encoding').filter((coding) => coding !== 'identity');
}

/**
 * True when a client that sends these headers accepts the coding (RFC 9110, 12.5.3). One that sends no `Accept-Encoding` accepts any; one that sends an
 * empty one accepts none.
 */
export function acceptsCoding(headers: readonly Header[], coding: string): boolean {
  if (!headers.some(([name]) => name.toLowerCase() === 'accept-encoding')) return true;
  const weights = new Map(listIn(headers, 'accept-encoding').map(weighted));
  return (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
}

/** `gzip;q=0.5` as the coding and its weight. */
function weighted(entry: string): readonly [coding: string, weight: number] {
  const [coding = '', ...parameters] = entry.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return [aliases[coding] ?? coding, weight === undefined ? 1 : Number(weight.slice('q='.length))];
}

function listIn(headers: readonly Header[], wanted: string): readonly string[] {
  return headers
    .filter(([name]) => name.toLowerCase() === wanted)
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => aliases[entry] ?? entry);
}
