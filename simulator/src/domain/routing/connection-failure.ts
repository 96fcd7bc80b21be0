import type { EndpointFailure } from '../../errors/endpoint-failure.ts';

/** Codes of errors that say that no connection was made. */
const unreachable: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** What an error of the transport says about the endpoint: never reached, or lost on the way. */
export function connectionFailure(thrown: unknown): EndpointFailure {
  return { how: codesOf(thrown).some((code) => unreachable.has(code)) ? 'unreachable' : 'connection-lost' };
}

function codesOf(thrown: unknown): readonly unknown[] {
  if (!(thrown instanceof Error)) return [];
  const { code } = thrown as { code?: unknown };
  const inner = thrown instanceof AggregateError ? thrown.errors.flatMap(codesOf) : [];
  return [code, ...inner, ...codesOf(thrown.cause)];
}
