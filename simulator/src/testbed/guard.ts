import type { FastifyRequest } from 'fastify';
import { GatewayError } from '../domain/errors/gateway-error.ts';

/** Lets in callers from this machine, or whoever sends the token where there is one. Throws `forbidden` for anyone else. */
export function guard({ testbedToken }: { readonly testbedToken: string | undefined }, request: FastifyRequest): void {
  const local = request.ip === '127.0.0.1' || request.ip === '::1' || request.ip === '::ffff:127.0.0.1';
  const token = request.headers['x-testbed-token'];
  if (testbedToken === undefined ? local : token === testbedToken) return;
  throw new GatewayError(
    'forbidden',
    'The testbed is open to this machine, or to whoever sends its token in X-Testbed-Token.',
  );
}
