import type { Wire } from './response-draft.ts';
import type { Piece } from './response-plan.ts';

/** The same bytes in pieces that break exactly where `split` says, and where a wait stands. Tokens count where their last byte goes. */
export function chop(pieces: readonly Piece[], split: NonNullable<Wire['split']>): readonly Piece[] {
  const breaks = breakTest(split);
  const chopped: Piece[] = [];
  let parts: Uint8Array[] = [];
  let current: Omit<Piece, 'bytes'> = { holds: [], marks: [], tokens: 0 };
  let offset = 0;
  const flush = () => {
    if (parts.length > 0) chopped.push({ ...current, bytes: Buffer.concat(parts) });
    parts = [];
    current = { holds: [], marks: [], tokens: 0 };
  };
  for (const piece of pieces) {
    if (piece.holds.length > 0) {
      flush();
      current = { ...current, holds: piece.holds };
    }
    current = { ...current, marks: [...current.marks, ...piece.marks] };
    let start = 0;
    for (let at = 1; at < piece.bytes.length; at += 1) {
      if (!breaks(offset + at)) continue;
      parts.push(piece.bytes.subarray(start, at));
      flush();
      start = at;
    }
    parts.push(piece.bytes.subarray(start));
    current = { ...current, tokens: current.tokens + piece.tokens };
    offset += piece.bytes.length;
    if (breaks(offset)) flush();
  }
  flush();
  return chopped;
}

function breakTest(split: NonNullable<Wire['split']>): (offset: number) => boolean {
  if ('everyBytes' in split) return (offset) => offset % split.everyBytes === 0;
  const offsets = new Set(split.atBytes);
  return (offset) => offsets.has(offset);
}
