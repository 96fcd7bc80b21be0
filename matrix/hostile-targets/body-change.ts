/** Changes the pieces of a body as they pass. */
export interface BodyChange {
  /** Bytes to pass on now. */
  take(piece: Buffer): Buffer;
  /** Bytes that are still due at the end. */
  rest(): Buffer;
}

const nothing = Buffer.alloc(0);

/** Waits for the whole body, then changes it. */
export function wholeBody(change: (body: Buffer) => Buffer): BodyChange {
  const pieces: Buffer[] = [];
  return {
    take(piece) {
      pieces.push(piece);
      return nothing;
    },
    rest: () => change(Buffer.concat(pieces)),
  };
}

/** Changes the JSON of each `data:` line of a stream of events, as soon as the line is whole. */
export function eachEvent(rewriteJson: (json: string) => string): BodyChange {
  let open = nothing;
  const written = (line: string) =>
    line.replace(/^(data: ?)(\{.*\})(\r?)$/, (_, start, json, end) => start + rewriteJson(json) + end);
  return {
    take(piece) {
      const bytes = Buffer.concat([open, piece]);
      const cut = bytes.lastIndexOf(0x0a) + 1;
      open = bytes.subarray(cut);
      return Buffer.from(bytes.subarray(0, cut).toString().split('\n').map(written).join('\n'));
    },
    rest: () => Buffer.from(written(open.toString())),
  };
}

/** Passes everything on as it is. */
export const unchanged: BodyChange = { take: (piece) => piece, rest: () => nothing };
