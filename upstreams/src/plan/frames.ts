import { isJsonObject, type JsonObject } from '../json.ts';
import type { Frame, FramePart, ResponseDraft } from './response-draft.ts';

/** The events of a drafted stream; undefined when the response is none. */
export function framesOf(draft: ResponseDraft): readonly Frame[] | undefined {
  return draft.connection === 'serve' && draft.body.kind === 'events' ? draft.body.frames : undefined;
}

/** Place of the first event after `tokens` content tokens (0: the first event of all); undefined when there are fewer tokens. */
export function indexAfterTokens(frames: readonly Frame[], tokens: number): number | undefined {
  if (tokens === 0) return 0;
  let seen = 0;
  const last = frames.findIndex(({ part }) => {
    if (part === 'content') seen += 1;
    return seen === tokens;
  });
  return last < 0 ? undefined : last + 1;
}

/** An event with a chunk that shares id, model and creation time with the stream's first chunk. */
export function chunkFrame(frames: readonly Frame[], part: FramePart, delta: JsonObject, mark?: number): Frame {
  const model = frames.find(({ data }) => isJsonObject(data))?.data;
  const common = isJsonObject(model) ? model : {};
  const data = { ...common, choices: [{ index: 0, delta, finish_reason: null }] };
  return { part, data, holds: [], ...(mark === undefined ? {} : { mark }) };
}

/** The draft with other events. */
export function withFrames(draft: ResponseDraft, frames: readonly Frame[]): ResponseDraft {
  return { ...draft, body: { kind: 'events', frames } };
}
