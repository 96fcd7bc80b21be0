import type { CaseWorld } from '../check/case-world.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { JsonObject } from '../exchange/json.ts';
import type { StreamReading } from '../exchange/stream-of.ts';
import { judgeServed } from './judge-served.ts';
import { judgeStream } from './judge-stream.ts';
import { state } from './judged.ts';

/**
 * States that the request was served, which is more than a status: the answer is what its route answers. Returns the completion, job,
 * list or model; of a stream, its first chunk with choices. Throws `Violation` where it was refused, `SetupFailed` where the answer is one of
 * success in a form that its route does not answer with, and `Disturbed` when there is no answer to judge.
 */
export function expectServed(world: CaseWorld, exchange: Exchange): JsonObject {
  return state(world, exchange, judgeServed(exchange));
}

/** As `expectServed`, for the rules that say how a route answers: `Violation` whatever the form. */
export function expectRouteAnswer(world: CaseWorld, exchange: Exchange): JsonObject {
  const judged = judgeServed(exchange);
  if (judged.ok) return state(world, exchange, judged);
  const { undecidedBy: _itself, ...broken } = judged;
  return state(world, exchange, broken);
}

/** States that the answer is a stream of events that came to its end, whatever they say, and returns it read. */
export function expectStream(world: CaseWorld, exchange: Exchange): StreamReading {
  return state(world, exchange, judgeStream(exchange));
}
