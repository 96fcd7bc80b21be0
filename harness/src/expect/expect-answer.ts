import type { CaseWorld } from '../check/case-world.ts';
import type { Exchange, ReceivedResponse } from '../exchange/exchange.ts';
import type { JsonObject } from '../exchange/json.ts';
import { envelopeOf, jsonOf, objectOf } from '../exchange/json-of.ts';
import { describeAnswer } from './describe-answer.ts';
import { disturbanceOf } from './disturbance-of.ts';
import { judgeAnswer } from './judge-answer.ts';
import { type Judged, state } from './judged.ts';

/**
 * States that an answer came whole, whatever it says, and returns it. A 429 or 503 throws `Disturbed` unless it is in `asked`. `expected` is what a
 * failure says was wanted. Default: a whole answer.
 */
export function expectAnswer(
  world: CaseWorld,
  exchange: Exchange,
  asked: readonly number[] = [],
  expected?: string,
): ReceivedResponse {
  const judged = judgeAnswer(exchange, asked);
  return state(world, exchange, judged.ok || expected === undefined ? judged : { ...judged, expected }, asked);
}

/** States that the answer has one of the statuses, and returns the response. */
export function expectStatus(
  world: CaseWorld,
  exchange: Exchange,
  statuses: number | readonly number[],
): ReceivedResponse {
  const wanted = typeof statuses === 'number' ? [statuses] : statuses;
  const { response } = exchange;
  const judged: Judged<ReceivedResponse> =
    response !== undefined && wanted.includes(response.status)
      ? { ok: true, value: response }
      : { ok: false, expected: `status ${wanted.join(' or ')}`, observed: describeAnswer(exchange) };
  return state(world, exchange, judged, wanted);
}

/** States that the body is a JSON object, and returns it; the status is not judged. */
export function expectObject(world: CaseWorld, exchange: Exchange): JsonObject {
  const value = objectOf(exchange);
  if (value !== undefined && exchange.ending === 'complete') return state(world, exchange, { ok: true, value });
  const reading = jsonOf(exchange);
  const why = reading.ok ? '' : ` (${reading.why})`;
  return state(world, exchange, {
    ok: false,
    expected: 'a JSON object',
    observed: `${describeAnswer(exchange)}${why}`,
  });
}

/** States that the body has the form of the error envelope, and returns the `error` object; the code is not judged. `asked` as in `expectAnswer`. */
export function expectEnvelope(world: CaseWorld, exchange: Exchange, asked: readonly number[] = []): JsonObject {
  const value = envelopeOf(exchange);
  const judged: Judged<JsonObject> =
    value !== undefined && disturbanceOf(exchange, asked) === undefined
      ? { ok: true, value }
      : {
          ok: false,
          expected: 'an object with the key `error` that holds an object',
          observed: describeAnswer(exchange),
        };
  return state(world, exchange, judged, asked);
}
