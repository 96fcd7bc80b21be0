import { chop } from './chop.ts';
import { renderEvent } from './render-event.ts';
import type { Frame, ResponseDraft, Wire } from './response-draft.ts';
import type { Piece, ResponsePlan } from './response-plan.ts';

/** The bytes of a drafted response. A stream has no `content-length`; of another body that is cut, half the bytes are sent. */
export function renderPlan(draft: ResponseDraft): ResponsePlan {
  const { connection, holds, marks, status, ending, wire, body } = draft;
  if (connection !== 'serve') return { kind: connection, holds, marks };
  const mayCoalesce = wire.split === undefined;
  const layOut = (pieces: readonly Piece[]) => (wire.split === undefined ? pieces : chop(pieces, wire.split));
  if (body.kind === 'events') {
    const pieces = layOut(body.frames.map((frame) => framePiece(frame, wire)));
    const headers = [...draft.headers, ['cache-control', 'no-cache'] as const];
    return { kind: 'serve', holds, marks, status, headers, pieces, ending, mayCoalesce };
  }
  const bytes = Buffer.from(body.kind === 'json' ? JSON.stringify(body.value) : body.text);
  const sent = ending.how === 'cut' ? bytes.subarray(0, bytes.length >> 1) : bytes;
  const pieces = sent.length === 0 ? [] : layOut([{ bytes: sent, holds: [], marks: [], tokens: 0 }]);
  const headers = [...draft.headers, ['content-length', String(bytes.length)] as const];
  return { kind: 'serve', holds, marks, status, headers, pieces, ending, mayCoalesce };
}

function framePiece(frame: Frame, wire: Wire): Piece {
  return {
    bytes: Buffer.from(renderEvent(frame, wire)),
    holds: frame.holds,
    marks: frame.mark === undefined ? [] : [frame.mark],
    tokens: frame.part === 'content' ? 1 : 0,
  };
}
