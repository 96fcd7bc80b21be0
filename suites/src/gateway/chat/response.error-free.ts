import { type History, isObject, type JsonObject, jsonOf, routeOf } from '@gateproof/harness';
import { heldIf, type Subject, standingTable } from '../../support/standing-table.ts';

interface Completion extends Subject {
  readonly body: JsonObject;
}

/** Every JSON object that a chat request was answered with under status 200. */
export function* completionsSeen(history: History): Generator<Completion> {
  for (const exchange of history.exchanges) {
    if (exchange.side !== 'request' || exchange.response?.status !== 200 || exchange.ending !== 'complete') continue;
    if (routeOf(exchange, history.baseUrl) !== 'chat') continue;
    const body = jsonOf(exchange);
    if (body.ok && isObject(body.value)) yield { exchange, body: body.value };
  }
}

/** A failure is told by the status; only a stream, whose status is spent, tells it in the body. */
export default standingTable(completionsSeen, {
  'chat.response.error-free': ({ body }) =>
    heldIf(body.error === undefined || body.error === null, 'a 200 completion without an error', body.error),
});
