import type { EndpointFailure } from '@gateproof/simulator/behaviour';
import { type Change, overrule } from '../change.ts';
import type { Scope } from '../scopes/requests.ts';

/** Some failures of endpoints, in words that name them. */
export type Failures = Scope<EndpointFailure>;
export const failures = (words: string, covers: Failures['covers']): Failures => ({ words, covers });

/** Answers of an endpoint under one of the statuses. */
export const status = (...statuses: readonly number[]): Failures =>
  failures(
    `status ${statuses.join(' or ')}`,
    (failure) => failure.how === 'status' && statuses.includes(failure.status),
  );

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
