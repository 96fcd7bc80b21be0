import { streamOf } from '../exchange/stream-of.ts';
import { chatStreams } from './answer-kinds.ts';
import type { Repair } from './repair.ts';
import { withEdits } from './rewrite.ts';
import { isChatStream } from './stream-answer.ts';

/** Streams that end whole, but without `[DONE]`. */
export const streamDoneMissing: Repair = {
  id: 'stream-done-missing',
  sentence: 'Streams end without `data: [DONE]`.',
  states: ['stream.event.done-last'],
  concerns: chatStreams,
  mend(exchange) {
    const { response, ending, endedAtMs } = exchange;
    if (!isChatStream(exchange) || ending !== 'complete' || streamOf(exchange).doneCount > 0) return undefined;
    const end = response.body.length;
    const bytes = Buffer.from('\n\ndata: [DONE]\n\n');
    return withEdits(response, [{ start: end, end, bytes, atMs: endedAtMs }]);
  },
};
