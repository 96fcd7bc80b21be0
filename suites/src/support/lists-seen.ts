import { envelopeOf, type History, type JsonObject, objectOf, routeOf } from '@gateproof/harness';
import type { Subject } from './standing-table.ts';

export interface ToldList extends Subject {
  readonly list: JsonObject;
}

/** Every model list that was read whole. An error is none, whatever its status. */
export function* listsSeen(history: History): Generator<ToldList> {
  for (const exchange of history.exchanges) {
    if (exchange.side !== 'request' || exchange.response?.status !== 200 || exchange.ending !== 'complete') continue;
    if (routeOf(exchange, history.baseUrl) !== 'models') continue;
    const list = objectOf(exchange);
    if (list !== undefined && (Object.hasOwn(list, 'data') || envelopeOf(exchange) === undefined))
      yield { exchange, list };
  }
}
