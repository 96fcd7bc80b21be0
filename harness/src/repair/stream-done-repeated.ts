import { streamOf } from '../exchange/stream-of.ts';
import { chatStreams } from './answer-kinds.ts';
import { withoutEvents } from './edit-events.ts';
import type { Repair } from './repair.ts';
import { isChatStream } from './stream-answer.ts';

/** Streams in which something follows `[DONE]`, be it another one. */
export const streamDoneRepeated: Repair = {
  id: 'stream-done-repeated',
  sentence: 'Streams go on after `data: [DONE]`.',
  states: ['stream.event.nothing-after-done', 'stream.event.done-once'],
  concerns: chatStreams,
  mend: (exchange) => (isChatStream(exchange) ? withoutEvents(exchange, streamOf(exchange).afterDone) : undefined),
};
