import { framesOf, withFrames } from '../plan/frames.ts';
import type { FaultDefinition } from './fault-definition.ts';

/** A comment stands before each event of a stream. */
export interface SseCommentsFault {
  readonly kind: 'sse-comments';
  /** Default ` keep-alive`, the blank included. */
  readonly text?: string;
}

export const sseComments: FaultDefinition<SseCommentsFault> = {
  kind: 'sse-comments',
  fields: { text: { type: 'string', default: ' keep-alive', description: 'What stands after the colon.' } },
  required: [],
  describe: () => 'sends a comment before each event',
  apply({ text = ' keep-alive' }, draft, mark) {
    const frames = framesOf(draft);
    if (!frames || frames.length === 0) return undefined;
    const comment = { part: 'comment', data: text, holds: [], mark } as const;
    return withFrames(
      draft,
      frames.flatMap((frame) => [comment, frame]),
    );
  },
};
