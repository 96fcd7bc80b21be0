import { type History, isObject, mediaTypeOf, routeOf, type StreamReading, streamOf } from '@gateproof/harness';
import { heldIf, type Subject, standingTable } from '../../support/standing-table.ts';

interface EndedStream extends Subject {
  readonly stream: StreamReading;
}

/** Every answer to a streamed chat request that came whole under status 200. */
function* streamsSeen(history: History): Generator<EndedStream> {
  for (const exchange of history.exchanges) {
    if (exchange.side !== 'request' || exchange.response?.status !== 200) continue;
    if (routeOf(exchange, history.baseUrl) !== 'chat' || !asksForStream(exchange.request.body)) continue;
    if (exchange.ending === 'complete') yield { exchange, stream: streamOf(exchange) };
  }
}

function asksForStream(body: Uint8Array): boolean {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString());
    return isObject(value) && value.stream === true;
  } catch {
    return false;
  }
}

/** The last event of a stream, in words. */
function lastOf({ events }: StreamReading): string {
  return `${events.length} events, the last of which is ${events.at(-1)?.data}`;
}

/** The form of every stream. */
export default standingTable(streamsSeen, {
  'stream.event.content-type': ({ exchange, stream }) =>
    // A whole answer without events is no stream: that there is none is for another rule.
    stream.events.length === 0
      ? undefined
      : heldIf(
          mediaTypeOf(exchange) === 'text/event-stream',
          'Content-Type text/event-stream on a stream',
          mediaTypeOf(exchange) === '' ? undefined : mediaTypeOf(exchange),
        ),
  // An event that was cut off with its stream is none: whoever reads events passes over it.
  'stream.event.json': ({ stream }) => {
    const wrong = stream.notJson.find(({ unterminated }) => !unterminated);
    const expected = 'the data of each event to be a JSON object, or [DONE]';
    return stream.events.length === 0 ? undefined : heldIf(wrong === undefined, expected, wrong?.data);
  },
  'stream.event.done-last': ({ stream }) =>
    stream.events.length === 0
      ? undefined
      : heldIf(stream.doneCount > 0, 'a stream that ends with data: [DONE]', lastOf(stream)),
  'stream.event.done-once': ({ stream }) =>
    stream.doneCount === 0 ? undefined : heldIf(stream.doneCount === 1, '[DONE] once', `${stream.doneCount} times`),
  'stream.event.nothing-after-done': ({ stream: { doneCount, afterDone } }) => {
    const other = afterDone.find(({ data }) => data !== '[DONE]');
    if (doneCount === 0) return undefined;
    // Another [DONE] alone breaks the rule that it comes once, and leaves nothing to say here.
    if (other === undefined && afterDone.length > 0) return { undecidedBy: 'stream.event.done-once' };
    return heldIf(other === undefined, 'nothing after [DONE]', other?.data);
  },
});
