import type { Call, ClientChanges, ClientTools, Failure } from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';

/** The kind that an error was sent with. */
export const kindOf = ({ sent }: Failure): unknown => sent.kind;

/** The waits of the reference, in ms. */
export const backoff = ({ attempt }: Call): number => 50 * 2 ** attempt;

/** Retries more than the reference: so many times in all. */
export const retriesAlso = (
  due: (failure: Failure, call: Call, tools: ClientTools) => boolean,
  most = 2,
): ClientChanges => ({
  retries: (failure, call, tools) =>
    right.retries(failure, call, tools) || (call.attempt <= most && !failure.isLost && due(failure, call, tools)),
});

/** Changes what is made of an HTTP error. */
export const reading = (change: (failure: Failure) => Failure): ClientChanges => ({
  readFailure: (status, headers, text) => change(right.readFailure(status, headers, text)),
});

/** Changes the code that is made of an HTTP error. */
export const recoded = (codeOf: (failure: Failure) => unknown): ClientChanges =>
  reading((failure) => ({ ...failure, sent: { ...failure.sent, code: codeOf(failure) } }));
