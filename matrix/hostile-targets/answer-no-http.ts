import type { Socket } from 'node:net';

/** What is no HTTP never reaches the gateway behind: its words are said here. */
export function answerNoHttp({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || code === 'ECONNRESET') return void socket.destroy();
  const error = {
    code: code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'invalid_request',
    message: 'The request can not be read.',
    kind: 'terminal',
    scope: 'request',
    type: 'invalid_request_error',
    param: null,
  };
  const body = JSON.stringify({ error });
  const status = code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  socket.end(
    `HTTP/1.1 ${status} Word\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
}
