import type { Socket } from 'node:net';
import type { Dice } from '../dice.ts';
import type { Wire } from './wire.ts';

const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

/** Writes one answer on a socket as a wire says. */
export class AnswerWriter {
  readonly #socket: Socket;
  readonly #wire: Wire;
  readonly #dice: Dice;
  #chunked = false;
  #closes: boolean;

  constructor(socket: Socket, wire: Wire, dice: Dice) {
    this.#socket = socket;
    this.#wire = wire;
    this.#dice = dice;
    this.#closes = wire.closes || wire.framing === 'until-close' || wire.version === '1.0';
  }

  /** `lengthBytes` undefined: not known beforehand. `bodiless`: the status or the method allows no body. */
  head(
    status: number,
    given: readonly (readonly [string, string])[],
    { lengthBytes, bodiless = false }: { readonly lengthBytes?: number | undefined; readonly bodiless?: boolean },
  ): void {
    const wire = this.#wire;
    const headers = [...given.filter(([name]) => !hopByHop.has(name.toLowerCase())), ...wire.extraHeaders];
    const untilClose = wire.framing === 'until-close' || (wire.version === '1.0' && lengthBytes === undefined);
    if (!bodiless && !untilClose) {
      this.#chunked = lengthBytes === undefined;
      headers.push(this.#chunked ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(lengthBytes)]);
    }
    if (this.#closes) headers.push(['Connection', 'close']);
    const lines = wire.order(headers, this.#dice).map(([name, value]) => `${wire.headerName(name)}: ${value}\r\n`);
    this.#put(
      Buffer.from(`${wire.before}HTTP/${wire.version} ${status} ${wire.reason}\r\n${lines.join('')}\r\n`, 'latin1'),
    );
  }

  /** One piece of the body, as it came. */
  body(piece: Uint8Array): void {
    if (piece.length === 0) return;
    if (!this.#chunked) {
      this.#put(piece);
      return;
    }
    const size = `${piece.length.toString(16)}${this.#wire.chunkExtension}\r\n`;
    this.#put(Buffer.concat([Buffer.from(size), piece, Buffer.from('\r\n')]));
  }

  end(): void {
    if (this.#chunked) this.#put(Buffer.from(`0\r\n${this.#wire.trailers}\r\n`));
    if (this.#closes) this.#socket.end();
  }

  #put(bytes: Uint8Array): void {
    let offset = 0;
    while (offset < bytes.length && !this.#socket.destroyed) {
      const next = Math.min(bytes.length, offset + this.#wire.pieceBytes(this.#dice));
      this.#socket.write(bytes.subarray(offset, next));
      offset = next;
    }
  }
}
