import { framesOf, withFrames } from '../plan/frames.ts';
import type { FramePart, Hold, ResponseDraft } from '../plan/response-draft.ts';
import type { Pace } from '../script/answer.ts';

/** The parts of a stream that come at the pace. */
export const tokenParts: ReadonlySet<FramePart> = new Set(['reasoning', 'content', 'tool-call', 'refusal']);

/** What a stream waits before its first token, and before each other one, in ms. */
export interface TokenWaits {
  readonly firstMs: number;
  readonly betweenMs: number;
}

const noWaits: TokenWaits = { firstMs: 0, betweenMs: 0 };

export function tokenWaits(pace: Pace | undefined): TokenWaits {
  if (pace === undefined) return noWaits;
  const { firstTokenMs = 0, tokensPerSecond } = pace;
  return { firstMs: firstTokenMs, betweenMs: tokensPerSecond === undefined ? 0 : 1000 / tokensPerSecond };
}

/** The response at a model's pace: a stream waits before each token, an answer in one body until its last token would have come. */
export function paced(draft: ResponseDraft, pace: Pace, tokens: number): ResponseDraft {
  const { firstMs, betweenMs } = tokenWaits(pace);
  const frames = framesOf(draft);
  if (frames === undefined) {
    return { ...draft, holds: [...draft.holds, ...delay(firstMs + betweenMs * Math.max(0, tokens - 1))] };
  }
  const first = frames.findIndex(({ part }) => tokenParts.has(part));
  const slowed = frames.map((frame, place) =>
    tokenParts.has(frame.part)
      ? { ...frame, holds: [...frame.holds, ...delay(place === first ? firstMs : betweenMs)] }
      : frame,
  );
  return withFrames(draft, slowed);
}

function delay(ms: number): readonly Hold[] {
  return ms === 0 ? [] : [{ kind: 'delay', ms }];
}
