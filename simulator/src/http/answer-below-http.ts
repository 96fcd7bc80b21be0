import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { GatewayError } from '../errors/gateway-error.ts';
import type { ConnectionAnswers } from './connection-answers.ts';
import type { GatewayOptions } from './gateway-options.ts';

const tooLarge = '431 Request Header Fields Too Large';
const tooSlow = '408 Request Timeout';

const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: tooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
};

const codes: Readonly<Record<string, string>> = { [tooLarge]: 'headers_too_large', [tooSlow]: 'request_too_slow' };

/** What writes outside of Fastify must know which answers are still to be sent before. */
export interface BelowHttpOptions extends GatewayOptions {
  readonly answers: ConnectionAnswers;
}

/** Answers what is no HTTP request with the envelope all the same, after the answers to what came before it, and closes the connection. */
export function answerBelowHttp(options: BelowHttpOptions, error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = statuses[error.code ?? ''] ?? '400 Bad Request';
  const refusal = new GatewayError(
    codes[status] ?? 'invalid_request',
    `The request can not be read (${error.code ?? 'no HTTP'}).`,
    { scope: 'request' },
  );
  writeEnvelope(options, socket, { status, refusal });
}

/** Writes an answer of its own to a connection that Fastify does not answer on, once it is its turn, and closes it. */
export function writeEnvelope(
  options: BelowHttpOptions,
  socket: Duplex,
  { status, refusal }: { readonly status: string; readonly refusal: GatewayError },
): void {
  const { errors } = options.behaviour;
  const requestId = options.ids.next('req_');
  const body = JSON.stringify(errors.envelope(errors.body(refusal, requestId)));
  const bytes = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    `Content-Type: application/json`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `${options.names.requestIdHeader}: ${requestId}`,
    '',
    body,
  ].join('\r\n');
  options.answers.afterWhole(socket, () => socket.end(bytes));
}
