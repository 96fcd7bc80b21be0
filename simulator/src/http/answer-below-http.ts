import type { Socket } from 'node:net';
import { GatewayError } from '../domain/errors/gateway-error.ts';
import type { GatewayOptions } from './gateway-options.ts';

const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

const codes: Readonly<Record<number, string>> = { 431: 'headers_too_large', 408: 'request_too_slow' };

/** Answers what is no HTTP request with the envelope all the same, and closes the connection. */
export function answerBelowHttp(options: GatewayOptions, error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { errors } = options.behaviour;
  const status = statuses[error.code ?? ''] ?? 400;
  const requestId = options.ids.next('req_');
  const told = new GatewayError(
    codes[status] ?? 'invalid_request',
    `The request can not be read (${error.code ?? 'no HTTP'}).`,
    {
      scope: 'request',
    },
  );
  const body = JSON.stringify(errors.envelope(errors.body(told, requestId)));
  socket.end(
    [
      `HTTP/1.1 ${status} ${status === 431 ? 'Request Header Fields Too Large' : status === 408 ? 'Request Timeout' : 'Bad Request'}`,
      'Connection: close',
      `Content-Type: ${errors.contentType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      `${options.names.requestIdHeader}: ${requestId}`,
      '',
      body,
    ].join('\r\n'),
  );
}
