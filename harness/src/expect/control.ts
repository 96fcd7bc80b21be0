import type { Exchange } from '../exchange/exchange.ts';
import type { JsonObject } from '../exchange/json.ts';
import { envelopeOf, objectOf } from '../exchange/json-of.ts';
import { type StreamReading, streamOf } from '../exchange/stream-of.ts';
import { describeAnswer } from './describe-answer.ts';
import { judgeRefusal } from './judge-refusal.ts';
import { judgeServed, servedRouteOf } from './judge-served.ts';
import { judgeStream } from './judge-stream.ts';
import { control, type Judged } from './judged.ts';
import { envelopeRule, servedRules } from './prerequisites.ts';
import { statusOfCode } from './sent-error-code.ts';

/**
 * The request was served, as `expectServed` says it; otherwise `SetupFailed`, blocked by `prerequisite`. Default: the rule that says that
 * the route serves, which also blocks where success is answered in another form.
 */
export function controlServed(exchange: Exchange, prerequisite = prerequisiteOf(exchange)): JsonObject {
  const judged = judgeServed(exchange);
  return control(exchange, judged, judged.ok ? undefined : (judged.undecidedBy ?? prerequisite));
}

/** The answer is a stream that came to its end, as `expectStream` says it; otherwise `SetupFailed`. */
export function controlStream(exchange: Exchange): StreamReading {
  return control(exchange, judgeStream(exchange), servedRules.stream);
}

/** The request was let in: a 2xx with a JSON object or a stream, whatever it says; otherwise `SetupFailed`, as `controlServed`. */
export function controlAccepted(exchange: Exchange, prerequisite = prerequisiteOf(exchange)): void {
  const { response, ending } = exchange;
  const status = response?.status ?? 0;
  const said = objectOf(exchange) !== undefined || streamOf(exchange).events.length > 0;
  const whole = ending === 'complete' || ending === 'closed';
  const judged: Judged<undefined> =
    status >= 200 && status < 300 && said && whole && !bareEnvelope(exchange)
      ? { ok: true, value: undefined }
      : { ok: false, expected: 'the request to be accepted', observed: describeAnswer(exchange) };
  control(exchange, judged, prerequisite);
}

/**
 * The request was refused with a 4xx and the error envelope, whatever the code; otherwise `SetupFailed`, blocked by `prerequisite`, the rule that asks
 * for the refusal. A refusal without the envelope is blocked by the rule that asks for that.
 */
export function controlRefused(exchange: Exchange, prerequisite: string): JsonObject {
  const status = exchange.response?.status ?? 0;
  const isRefused = status >= 400 && status < 500;
  const error = envelopeOf(exchange);
  const judged: Judged<JsonObject> =
    error !== undefined && isRefused
      ? { ok: true, value: error }
      : { ok: false, expected: 'the request to be refused with the envelope', observed: describeAnswer(exchange) };
  return control(exchange, judged, isRefused ? envelopeRule : prerequisite);
}

/** The request was refused with one of the codes under its status, as `expectRefusal` says it; otherwise `SetupFailed`, as `controlRefused`. */
export function controlRefusal(
  exchange: Exchange,
  codes: string | readonly string[],
  prerequisite: string,
): JsonObject {
  const wanted = typeof codes === 'string' ? [codes] : codes;
  const judged = judgeRefusal(exchange, wanted);
  const rule = judged.ok ? undefined : judged.undecidedBy;
  return control(exchange, judged, rule ?? prerequisite, wanted.map(statusOfCode));
}

/** An envelope and nothing else: a job may carry an `error` beside its `id`, and is no refusal for it. */
function bareEnvelope(exchange: Exchange): boolean {
  return envelopeOf(exchange) !== undefined && objectOf(exchange)?.id === undefined;
}

/** The rule that says that the route of the request serves. */
export function prerequisiteOf(exchange: Exchange): string | undefined {
  const route = servedRouteOf(exchange);
  return route === undefined ? undefined : servedRules[route];
}
