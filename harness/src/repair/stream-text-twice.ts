import { isObject, type JsonObject } from '../exchange/json.ts';
import type { SseEvent } from '../exchange/sse.ts';
import { type StreamChunk, streamOf } from '../exchange/stream-of.ts';
import { chatStreams } from './answer-kinds.ts';
import { withoutEvents } from './edit-events.ts';
import type { Repair } from './repair.ts';
import { isChatStream } from './stream-answer.ts';

/** Fewer deltas that repeat may be what the model said. */
const leastDeltas = 4;

/** Streams in which each content delta comes twice in a row, or the whole content is sent again behind itself. */
export const streamTextTwice: Repair = {
  id: 'stream-text-twice',
  sentence: 'The text of streams is sent twice.',
  states: ['stream.relay.content'],
  concerns: {
    includes: (exchange) => chatStreams.includes(exchange) && deltasIn(streamOf(exchange).chunks).length >= leastDeltas,
  },
  harm: 'content',
  mend: (exchange) =>
    isChatStream(exchange) ? withoutEvents(exchange, repeatedIn(streamOf(exchange).chunks)) : undefined,
};

function repeatedIn(chunks: readonly StreamChunk[]): readonly SseEvent[] {
  const deltas = deltasIn(chunks);
  const half = deltas.length / 2;
  if (deltas.length < leastDeltas || !Number.isInteger(half)) return [];
  const same = (one: number, other: number) => deltas[one]?.content === deltas[other]?.content;
  const places = [...deltas.keys()];
  if (places.every((place) => place % 2 === 0 || same(place - 1, place)))
    return deltas.filter((_, place) => place % 2 === 1).map(({ event }) => event);
  return places.every((place) => place < half || same(place - half, place))
    ? deltas.slice(half).map(({ event }) => event)
    : [];
}

function deltasIn(chunks: readonly StreamChunk[]) {
  return chunks.flatMap(({ json, event }) => {
    const content = contentOf(json);
    return content === '' ? [] : [{ content, event }];
  });
}

function contentOf({ choices }: JsonObject): string {
  const [choice]: unknown[] = Array.isArray(choices) ? choices : [];
  const delta = isObject(choice) && isObject(choice.delta) ? choice.delta : {};
  return typeof delta.content === 'string' ? delta.content : '';
}
