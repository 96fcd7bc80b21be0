import type { Duplex } from 'node:stream';
import { GatewayError } from '../errors/gateway-error.ts';
import { type BelowHttpOptions, writeEnvelope } from './answer-below-http.ts';

/** Refuses `CONNECT`, which Node hands over as a bare connection, with 405 and the envelope. */
export function refuseTunnel(options: BelowHttpOptions, socket: Duplex): void {
  socket.on('error', () => undefined);
  const refusal = new GatewayError('method_not_allowed', 'CONNECT is not allowed: this is no proxy.', {
    scope: 'request',
  });
  writeEnvelope(options, socket, { status: '405 Method Not Allowed', refusal });
}
