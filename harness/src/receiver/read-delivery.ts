import type { IncomingMessage } from 'node:http';
import type { Header } from '../exchange/exchange.ts';

/** The raw headers of an incoming message, in order and original case. */
export function rawHeadersOf({ rawHeaders }: IncomingMessage): Header[] {
  const headers: Header[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) headers.push([rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '']);
  return headers;
}

/** The exact bytes of the body; undefined when the connection was lost before it was whole, or it is above `limitBytes`. */
export function readBody(message: IncomingMessage, limitBytes: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve) => {
    const pieces: Uint8Array[] = [];
    let length = 0;
    message.on('data', (piece: Uint8Array) => {
      length += piece.length;
      pieces.push(piece);
      if (length > limitBytes) message.destroy();
    });
    message.on('error', () => resolve(undefined));
    message.on('close', () => resolve(undefined));
    message.on('end', () => resolve(Buffer.concat(pieces)));
  });
}
