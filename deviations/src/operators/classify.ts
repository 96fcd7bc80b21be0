import type { EndpointFailure } from '@gateproof/simulator/behaviour';
import { type Change, dashed, each, overrule } from '../change.ts';
import type { Scope } from '../scopes/requests.ts';

/** Some failures of endpoints, in words that name them. */
export type Failures = Scope<EndpointFailure>;
export const failures = (words: string, covers: Failures['covers']): Failures => ({ words, covers });
export const anyFailure = failures('any failure', () => true);

/** Answers of an endpoint under a status that is so; `waits`: with a Retry-After. */
export const statuses = (words: string, holds: (status: number, waits: boolean) => boolean): Failures =>
  failures(words, (failure) => failure.how === 'status' && holds(failure.status, failure.retryAfterMs !== undefined));

/** Answers of an endpoint under one of the statuses. */
export const status = (...of: readonly number[]): Failures =>
  statuses(`status ${of.join(' or ')}`, (code) => of.includes(code));

/** Failures of these ways; `body`: those whose body begins with the text. */
export const failing = (how: EndpointFailure['how'], body?: string): Failures =>
  failures(
    body === undefined ? how : `${how} with a body that begins with ${body}`,
    (failure) =>
      failure.how === how && (body === undefined || ('body' in failure && failure.body?.startsWith(body) === true)),
  );

/** Reports failures of endpoints under another code. */
export const classify = ({ words, covers }: Failures, code: string): Change =>
  overrule('routing.classify', `reports ${words} of an endpoint as ${code}`, (classify, failure) =>
    covers(failure) ? code : classify(failure),
  );

/** Rows of errors in the body of an endpoint that are reported as if the gateway had refused the request itself. */
export const errorsAsRefusals = (key: string): Readonly<Record<string, Change>> =>
  each(key, dashed(['unauthorized', 'invalid_request']), (code) => classify(failing('error-object'), code));
