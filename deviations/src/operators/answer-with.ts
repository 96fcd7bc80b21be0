import { patch, type SeenRequest, type SentAnswer } from '@gateproof/simulator/behaviour';
import type { Change } from '../change.ts';
import type { Scope } from '../scopes.ts';

/** Answers requests of a scope in place of doing what is asked; undefined: does it. `words`: with what. */
export function answerWith(
  scope: Scope,
  words: string,
  answer: (request: SeenRequest) => SentAnswer | undefined,
): Change {
  return {
    summary: `answers ${words} ${scope.words}`.trimEnd(),
    apply: patch('exchanges', ({ instead }) => ({
      instead: (request) => (scope.covers(request) ? answer(request) : undefined) ?? instead(request),
    })),
  };
}

/** A body under 200. */
export function json(body: unknown): SentAnswer {
  return { status: 200, contentType: 'application/json', body };
}
