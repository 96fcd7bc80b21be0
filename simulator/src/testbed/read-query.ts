import type { FastifyRequest } from 'fastify';
import { GatewayError } from '../errors/gateway-error.ts';

/** A text of the query string; undefined when it is left out. Throws `invalid_request` when it is given more than once. */
export function readText(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Readonly<Record<string, unknown>>)[name];
  if (value === undefined || typeof value === 'string') return value;
  throw refused(name, 'must be given once');
}

function refused(name: string, wanted: string): GatewayError {
  return new GatewayError('invalid_request', `${name}: ${wanted}.`, { scope: 'request' });
}

/** A whole number of the query string. Throws `invalid_request` outside its limits: nothing is clamped. */
export function readCount(
  request: FastifyRequest,
  name: string,
  { least, most, otherwise }: { readonly least: number; readonly most: number; readonly otherwise: number },
): number {
  const text = readText(request, name);
  if (text === undefined) return otherwise;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw refused(name, `must be a whole number from ${least} to ${most}, not ${text}`);
}

/** One of the choices, by default the first. Throws `invalid_request` for anything else. */
export function readChoice<Choice extends string>(
  request: FastifyRequest,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const text = readText(request, name);
  if (text === undefined) return choices[0];
  const found = choices.find((choice) => choice === text);
  if (found === undefined) throw refused(name, `must be one of ${choices.join(', ')}, not ${text}`);
  return found;
}
