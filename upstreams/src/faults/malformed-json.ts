import { framesOf, indexAfterTokens, withFrames } from '../plan/frames.ts';
import type { FaultDefinition } from './fault-definition.ts';
import { contentTokens } from './fields.ts';

/** JSON that breaks off in the middle: the body, or in a stream the chunk after so many tokens; the stream goes on after it. */
export interface MalformedJsonFault {
  readonly kind: 'malformed-json';
  /** For streams. Default 0: the first event. */
  readonly afterTokens?: number;
}

const firstHalf = (text: string) => text.slice(0, Math.ceil(text.length / 2));

export const malformedJson: FaultDefinition<MalformedJsonFault> = {
  kind: 'malformed-json',
  fields: {
    afterTokens: { type: 'integer', minimum: 0, default: 0, description: 'For streams: content tokens before.' },
  },
  required: [],
  describe: ({ afterTokens = 0 }) =>
    `answers JSON that breaks off${afterTokens === 0 ? '' : ` (in a stream after ${contentTokens(afterTokens)})`}`,
  apply({ afterTokens = 0 }, draft, mark) {
    if (draft.body.kind === 'json') {
      const text = firstHalf(JSON.stringify(draft.body.value));
      return { ...draft, marks: [...draft.marks, mark], body: { kind: 'text', text } };
    }
    const frames = framesOf(draft);
    const index = frames && indexAfterTokens(frames, afterTokens);
    const broken = index === undefined ? undefined : frames?.[index];
    if (!frames || index === undefined || broken === undefined) return undefined;
    const data = firstHalf(typeof broken.data === 'string' ? broken.data : JSON.stringify(broken.data));
    return withFrames(draft, frames.with(index, { ...broken, data, mark }));
  },
};
