import type { Readable } from 'node:stream';

const newline = 0x0a;

/**
 * Splits a stream into lines and hands each to `onLine`; a rest without a line end goes to `onRest` at the end. A line above `limitBytes` is
 * never gathered: `onLong` is called once, and nothing after it is read.
 */
export function readLines(
  stream: Readable,
  limitBytes: number,
  listener: { onLine(line: string): void; onRest(rest: string): void; onLong(): void },
): void {
  let pieces: Buffer[] = [];
  let length = 0;
  let isOver = false;
  const take = (): string => {
    const line = Buffer.concat(pieces).toString();
    pieces = [];
    length = 0;
    return line;
  };
  const add = (piece: Buffer) => {
    pieces.push(piece);
    length += piece.length;
    if (length <= limitBytes) return;
    isOver = true;
    pieces = [];
    listener.onLong();
  };
  stream.on('data', (data: Buffer) => {
    let from = 0;
    for (let end = data.indexOf(newline); end >= 0 && !isOver; end = data.indexOf(newline, from)) {
      add(data.subarray(from, end));
      if (!isOver) listener.onLine(take());
      from = end + 1;
    }
    if (!isOver && from < data.length) add(data.subarray(from));
  });
  stream.on('end', () => {
    if (length > 0 && !isOver) listener.onRest(take());
  });
  stream.on('error', () => undefined);
}
