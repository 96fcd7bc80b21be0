import { isJsonObject, type JsonObject } from '../json.ts';
import { framesOf } from '../plan/frames.ts';
import type { Frame, ResponseDraft } from '../plan/response-draft.ts';
import type { FaultDefinition } from './fault-definition.ts';

/** Status 200 without any output. */
export interface EmptyFault {
  readonly kind: 'empty';
  /**
   * `no-items`: no choices, images or text at all; `no-content`: one of them, with nothing in it;
   * `no-bytes`: a body of length zero. Default `no-items`.
   */
  readonly variant?: 'no-items' | 'no-content' | 'no-bytes';
}

const variants = ['no-items', 'no-content', 'no-bytes'] as const;

export const empty: FaultDefinition<EmptyFault> = {
  kind: 'empty',
  fields: { variant: { type: 'string', enum: variants, default: 'no-items', description: 'What is missing.' } },
  required: [],
  describe: ({ variant = 'no-items' }) =>
    `answers 200 without output (${{ 'no-items': 'no items', 'no-content': 'no content', 'no-bytes': 'no bytes' }[variant]})`,
  apply({ variant = 'no-items' }, draft, mark) {
    const frames = framesOf(draft);
    const marked: ResponseDraft = { ...draft, marks: [...draft.marks, mark] };
    if (variant === 'no-bytes') {
      return { ...marked, body: frames ? { kind: 'events', frames: [] } : { kind: 'text', text: '' } };
    }
    if (frames) return { ...marked, body: { kind: 'events', frames: emptyFrames(frames, variant) } };
    if (draft.body.kind !== 'json') return undefined;
    return { ...marked, body: { kind: 'json', value: emptyBody(draft.body.value, variant) } };
  },
};

function emptyFrames(frames: readonly Frame[], variant: 'no-items' | 'no-content'): readonly Frame[] {
  const kept = frames.filter(({ part }) => part === 'role' || part === 'finish' || part === 'usage' || part === 'done');
  if (variant === 'no-content') return kept;
  return kept
    .filter(({ part }) => part !== 'finish')
    .map((frame) => (isJsonObject(frame.data) ? { ...frame, data: { ...frame.data, choices: [] } } : frame));
}

function emptyBody(body: JsonObject, variant: 'no-items' | 'no-content'): JsonObject {
  const bare = variant === 'no-items';
  if ('choices' in body) {
    const choice = { index: 0, message: { role: 'assistant', content: null }, finish_reason: 'stop' };
    return { ...body, choices: bare ? [] : [choice] };
  }
  if ('data' in body) return { ...body, data: bare ? [] : [{}] };
  return bare ? {} : { ...body, text: '' };
}
