import type { CaseWorld } from '../check/case-world.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { JsonObject } from '../exchange/json.ts';
import { envelopeOf } from '../exchange/json-of.ts';
import { describeAnswer } from './describe-answer.ts';
import { envelopeBreak } from './envelope-break.ts';
import { errorAfterComments } from './error-after-comments.ts';
import { caution } from './expect-that.ts';
import { type Judged, state } from './judged.ts';

/** A world that may say which classes the target claims. */
type ClaimingWorld = CaseWorld & { claims?(conformanceClass: string): boolean };

/**
 * States that the request was answered with an ordinary HTTP error, whatever its code, and returns the `error` object. `why` completes the
 * sentence: "because no endpoint could be reached". A stream that sent nothing of an answer before its error is only warned about (F118). An
 * error without the whole envelope is `SetupFailed`, with the rule of the envelope that it breaks, unless the target does not claim the class of those rules.
 */
export function expectHttpError(world: ClaimingWorld, exchange: Exchange, why: string): JsonObject {
  const expected = `an HTTP error with the envelope, because ${why}`;
  const late = errorAfterComments(exchange);
  if (late !== undefined) {
    const observed = 'status 200, nothing of an answer, and a chunk with the error';
    caution(world, { expected, observed, exchanges: [exchange.id] });
  }
  return state(world, exchange, judgeHttpError(exchange, expected, world.claims?.('core') ?? true), [429, 503]);
}

function judgeHttpError(exchange: Exchange, expected: string, isWhole: boolean): Judged<JsonObject> {
  const error = envelopeOf(exchange);
  const isError = (exchange.response?.status ?? 0) >= 400 && exchange.ending === 'complete';
  const undecidedBy = isError && (isWhole || error === undefined) ? envelopeBreak(exchange) : undefined;
  if (isError && error !== undefined && undecidedBy === undefined) return { ok: true, value: error };
  const broken = { ok: false, expected, observed: describeAnswer(exchange) } as const;
  return undecidedBy === undefined ? broken : { ...broken, undecidedBy };
}
