import { mediaTypeOf } from '../exchange/headers.ts';
import { streamOf } from '../exchange/stream-of.ts';
import { chatStreams } from './answer-kinds.ts';
import type { Repair } from './repair.ts';
import { withHeader } from './rewrite.ts';

/** Answers whose body is a stream of events. */
export const contentTypeEvents: Repair = {
  id: 'content-type-events',
  sentence: 'Streams do not have the content type text/event-stream.',
  states: ['stream.answered.as-events'],
  concerns: chatStreams,
  mend(exchange) {
    if (exchange.response.status !== 200 || mediaTypeOf(exchange) === 'text/event-stream') return undefined;
    const { chunks } = streamOf(exchange);
    return chunks.length === 0 ? undefined : withHeader(exchange.response, 'Content-Type', 'text/event-stream');
  },
};
