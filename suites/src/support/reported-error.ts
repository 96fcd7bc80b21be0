import {
  codeOf,
  describeAnswer,
  type Exchange,
  envelopeOf,
  isObject,
  type JsonObject,
  SetupFailed,
  streamOf,
} from '@gateproof/harness';

/** The error object that an answer carries, in its envelope or in a failure chunk of its stream; undefined when there is none. */
export function reportedError(exchange: Exchange): JsonObject | undefined {
  const late = streamOf(exchange).errorChunks[0]?.json.error;
  return envelopeOf(exchange) ?? (isObject(late) ? late : undefined);
}

/** The status of an HTTP error; undefined for an answer that is none. */
export function errorStatus({ response }: Exchange): number | undefined {
  return response !== undefined && response.status >= 400 ? response.status : undefined;
}

/**
 * The answer reports an error, and says which in the form that the contract asks for; otherwise `SetupFailed`. `failureRule` is the rule that asks for
 * an error here: an answer that reports none breaks that one.
 */
export function controlReported(exchange: Exchange, failureRule: string): JsonObject {
  const error = reportedError(exchange);
  if (error !== undefined) return error;
  const exchanges = [exchange.id];
  if (errorStatus(exchange) === undefined)
    throw new SetupFailed('no error was reported', { prerequisite: failureRule, exchanges });
  throw new SetupFailed('the error has no envelope', { prerequisite: 'error.envelope.object', exchanges });
}

/** The code of the answer's envelope; otherwise `SetupFailed`, blocked by the rule that asks for one. */
export function controlCode(exchange: Exchange): string {
  const code = codeOf(exchange);
  if (code !== undefined) return code;
  throw new SetupFailed(`the refusal carries no code: ${describeAnswer(exchange)}`, {
    prerequisite: envelopeOf(exchange) === undefined ? 'error.envelope.object' : 'error.envelope.code-present',
    exchanges: [exchange.id],
  });
}
