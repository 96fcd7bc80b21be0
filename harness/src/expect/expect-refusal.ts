import type { CaseWorld } from '../check/case-world.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { JsonObject } from '../exchange/json.ts';
import { describeAnswer, show } from './describe-answer.ts';
import { errorAfterComments } from './error-after-comments.ts';
import { caution } from './expect-that.ts';
import { judgeNaming, judgeRefusal } from './judge-refusal.ts';
import { state } from './judged.ts';
import { statusOfCode } from './sent-error-code.ts';

export interface RefusalOptions {
  /** The message must name one of these fields. Default: it need not name any. */
  readonly naming?: readonly string[];
  /** Codes that a freedom warns about: they are cautioned. Default: none. */
  readonly tolerated?: readonly string[];
}

/**
 * States that the request was refused with this code under its status, and returns the `error` object. Nothing else of the envelope is
 * judged. Throws `Violation`, or `Disturbed` when there is no answer to judge.
 */
export function expectRefusal(
  world: CaseWorld,
  exchange: Exchange,
  code: string,
  options: RefusalOptions = {},
): JsonObject {
  return expectAnyRefusal(world, exchange, [code], options);
}

/** As `expectRefusal`, with any of the codes that fit (F042). A stream that sent one of them before any content is only cautioned (F118). */
export function expectAnyRefusal(
  world: CaseWorld,
  exchange: Exchange,
  codes: readonly string[],
  options: RefusalOptions = {},
): JsonObject {
  const { tolerated = [] } = options;
  const asked = codes.map((code) => statusOfCode(code));
  const late = errorAfterComments(exchange);
  if (late !== undefined && (late.code === undefined || [...codes, ...tolerated].some((code) => code === late.code))) {
    caution(world, {
      expected: 'an HTTP error, because nothing of an answer had been sent',
      observed: `status 200, nothing of an answer, and a chunk with the error ${show(late?.code)}`,
      exchanges: [exchange.id],
    });
  }
  if (judgeRefusal(exchange, tolerated).ok) {
    const expected = `code to be ${codes.map((code) => `\`${code}\``).join(' or ')}`;
    caution(world, { expected, observed: describeAnswer(exchange), exchanges: [exchange.id] });
  }
  const error = state(world, exchange, judgeRefusal(exchange, codes), asked);
  return options.naming === undefined ? error : state(world, exchange, judgeNaming(error, options.naming), asked);
}
