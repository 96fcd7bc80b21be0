import { createHash, timingSafeEqual } from 'node:crypto';
import { foreignRequest, isLoopbackAddress } from '@gateproof/spec';
import type { FastifyRequest } from 'fastify';
import { GatewayError } from '../errors/gateway-error.ts';
import { isInMemory } from '../in-process/in-memory-connection.ts';

const tokenHeader = 'x-testbed-token';

/**
 * Lets a request reach the testbed. With a token: whoever sends it in `X-Testbed-Token`. Without one: callers on this machine, and then only under
 * a name of this machine, because a page in a browser or a tunnel brings foreign requests here too. Throws `forbidden` for any other.
 */
export function guard({ testbedToken }: { readonly testbedToken: string | undefined }, request: FastifyRequest): void {
  const problem = testbedToken === undefined ? foreignCaller(request) : wrongToken(testbedToken, request);
  if (problem !== undefined) throw new GatewayError('forbidden', problem);
}

function wrongToken(wanted: string, { headers }: FastifyRequest): string | undefined {
  const given = headers[tokenHeader];
  if (typeof given === 'string' && timingSafeEqual(digest(given), digest(wanted))) return undefined;
  return 'The testbed is open to whoever sends its token in X-Testbed-Token; this request sent none, or another.';
}

/** Of equal length for any text, as the comparison in constant time needs it. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function foreignCaller({ ip, raw, headers }: FastifyRequest): string | undefined {
  if (isInMemory(raw.socket)) return undefined;
  if (!isLoopbackAddress(ip)) return `The testbed is open to callers on this machine, not to ${ip}; ${remedy}`;
  const foreign = foreignRequest(headers);
  return foreign === undefined
    ? undefined
    : `The testbed is open to callers on this machine, and this request is foreign: ${foreign}, or ${remedy}`;
}

const remedy = 'start the simulator with a testbed token and send it in X-Testbed-Token.';
