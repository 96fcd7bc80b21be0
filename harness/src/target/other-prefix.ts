import type { Exchange } from '../exchange/exchange.ts';

const requestId = /^x-([a-z][a-z0-9]*)-request-id$/i;

/** The service prefixes that headers of the answers name: `acme` for `x-acme-request-id`. */
export function prefixesIn(exchanges: readonly Exchange[]): readonly string[] {
  const names = exchanges.flatMap(({ response }) => response?.headers.map(([name]) => requestId.exec(name)?.[1]) ?? []);
  return [...new Set(names.flatMap((name) => (name === undefined ? [] : [name.toLowerCase()])))];
}

/** A line for a run that looks for another service prefix than the one that the answers' headers bear; none where they agree. */
export function otherPrefix(prefix: string, exchanges: readonly Exchange[]): readonly string[] {
  const [found, ...others] = prefixesIn(exchanges);
  if (found === undefined || [found, ...others].includes(prefix.toLowerCase())) return [];
  return [
    `headers of the answers begin with x-${found}-, the run looks for x-${prefix}-: add --prefix ${found} if that is the service prefix`,
  ];
}
