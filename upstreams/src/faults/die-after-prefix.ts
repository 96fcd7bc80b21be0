import type { JsonObject } from '../json.ts';
import { chunkFrame, framesOf, withFrames } from '../plan/frames.ts';
import type { FramePart, ResponseDraft } from '../plan/response-draft.ts';

/** A stream of one role chunk and the given deltas, which then dies before any content. Undefined when the draft is no stream. */
export function dieAfterPrefix(
  draft: ResponseDraft,
  mark: number,
  how: 'cut' | 'end',
  deltas: readonly (readonly [FramePart, JsonObject])[],
): ResponseDraft | undefined {
  const frames = framesOf(draft);
  if (!frames) return undefined;
  const opening = chunkFrame(frames, 'role', { role: 'assistant', content: '' });
  const prefix = deltas.map(([part, delta]) => chunkFrame(frames, part, delta));
  return { ...withFrames(draft, [opening, ...prefix]), ending: { how, mark } };
}
