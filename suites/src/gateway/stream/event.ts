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

/** The form of every stream. */
export default standingTable(streamsSeen, {
  'stream.event.content-type': ({ exchange }) =>
    heldIf(
      mediaTypeOf(exchange) === 'text/event-stream',
      'Content-Type text/event-stream on a stream',
      mediaTypeOf(exchange),
    ),
  'stream.event.json': ({ stream }) =>
    stream.events.length === 0
      ? undefined
      : heldIf(stream.notJson.length === 0, 'the data of each event a JSON object, or [DONE]', stream.notJson[0]?.data),
  'stream.event.done-last': ({ stream }) =>
    stream.events.length === 0
      ? undefined
      : heldIf(stream.doneCount > 0, 'a stream that ends with data: [DONE]', 'no [DONE]'),
  'stream.event.done-once': ({ stream }) =>
    stream.doneCount === 0 ? undefined : heldIf(stream.doneCount === 1, '[DONE] once', `${stream.doneCount} times`),
  'stream.event.nothing-after-done': ({ stream }) =>
    stream.doneCount === 0
      ? undefined
      : heldIf(stream.afterDone.length === 0, 'nothing after [DONE]', stream.afterDone[0]?.data),
});
