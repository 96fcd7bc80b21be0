import { framesOf, withFrames } from '../plan/frames.ts';
import type { FramePart, Hold, ResponseDraft } from '../plan/response-draft.ts';
import type { Pace } from '../script/answer.ts';

const tokenParts: ReadonlySet<FramePart> = new Set(['reasoning', 'content', 'tool-call', 'refusal']);

/** The response at a model's pace: a stream waits before each token, an answer in one body until its last token would have come. */
export function paced(
  draft: ResponseDraft,
  { firstTokenMs = 0, tokensPerSecond }: Pace,
  tokens: number,
): ResponseDraft {
  const betweenMs = tokensPerSecond === undefined ? 0 : 1000 / tokensPerSecond;
  const frames = framesOf(draft);
  if (frames === undefined) {
    return { ...draft, holds: [...draft.holds, ...delay(firstTokenMs + betweenMs * Math.max(0, tokens - 1))] };
  }
  const first = frames.findIndex(({ part }) => tokenParts.has(part));
  const slowed = frames.map((frame, place) =>
    tokenParts.has(frame.part)
      ? { ...frame, holds: [...frame.holds, ...delay(place === first ? firstTokenMs : betweenMs)] }
      : frame,
  );
  return withFrames(draft, slowed);
}

function delay(ms: number): readonly Hold[] {
  return ms === 0 ? [] : [{ kind: 'delay', ms }];
}
