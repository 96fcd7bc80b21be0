import type { Exchange } from '../exchange/exchange.ts';
import { type StreamReading, streamOf } from '../exchange/stream-of.ts';
import { describeAnswer } from './describe-answer.ts';
import type { Judged } from './judged.ts';

/** Whether the answer is a stream that came to its end (or that we closed): 200 with at least one event. What the events say is not judged. */
export function judgeStream(exchange: Exchange): Judged<StreamReading> {
  const reading = streamOf(exchange);
  const ended = exchange.ending === 'complete' || exchange.ending === 'closed';
  if (exchange.response?.status === 200 && reading.events.length > 0 && ended) return { ok: true, value: reading };
  return {
    ok: false,
    expected: '200 with a stream of events that comes to its end',
    observed: describeAnswer(exchange),
  };
}
