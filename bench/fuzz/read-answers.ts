/** One answer off the wire. */
export interface WireAnswer {
  readonly status: number;
  /** Header lines in lower case. */
  readonly head: string;
  readonly body: string;
  /** Where the next answer begins. */
  readonly end: number;
}

/** The answer that begins at `from`; undefined while it is not whole. An answer without a length ends where the bytes end, if they do. */
export function readAnswer(bytes: Buffer, from: number, hasEnded: boolean, method: string): WireAnswer | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n', from);
  if (headEnd < 0) return undefined;
  const head = bytes.toString('latin1', from, headEnd).toLowerCase();
  const status = Number(/^http\/1\.1 (\d{3})/.exec(head)?.[1]);
  const start = headEnd + 4;
  if (status < 200) return readAnswer(bytes, start, hasEnded, method);
  const answer = (body: string, end: number): WireAnswer => ({ status, head, body, end });
  if (method === 'HEAD' || status === 204 || status === 304) return answer('', start);
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
  if (length !== undefined) {
    const end = start + Number(length);
    return end > bytes.length ? undefined : answer(bytes.toString('utf8', start, end), end);
  }
  if (/\r\ntransfer-encoding: chunked/.test(head)) return readChunks(bytes, start, answer);
  return hasEnded ? answer(bytes.toString('utf8', start), bytes.length) : undefined;
}

function readChunks(
  bytes: Buffer,
  start: number,
  answer: (body: string, end: number) => WireAnswer,
): WireAnswer | undefined {
  const pieces: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const next = lineEnd + 2 + size + 2;
    if (!Number.isFinite(size) || next > bytes.length) return undefined;
    if (size === 0) return answer(Buffer.concat(pieces).toString(), next);
    pieces.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = next;
  }
}
