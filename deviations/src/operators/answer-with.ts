import type { SeenRequest, SentAnswer } from '@gateproof/simulator/behaviour';
import { type Change, overrule } from '../change.ts';
import type { Scope } from '../scopes/requests.ts';

type Answer = (request: SeenRequest) => SentAnswer | undefined;

/** Answers requests of a scope in place of doing what is asked; undefined: does it. `words`: with what. */
export const answerWith = (scope: Scope, words: string, answer: Answer): Change =>
  overrule(
    'exchanges.shortCircuit',
    `answers ${words} ${scope.words}`,
    (present, request) => (scope.covers(request) ? answer(request) : undefined) ?? present(request),
  );

/** A body under 200. */
export const json = (body: unknown): SentAnswer => ({ status: 200, contentType: 'application/json', body });
