import type { SeenRequest, SentAnswer } from '@gateproof/simulator/behaviour';
import { type Change, overrule, remembering, together } from '../change.ts';
import { type Scope, where } from '../scopes/requests.ts';
import { afterwards } from './exchanges.ts';

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

/** Answers requests of a scope like an earlier one of the same name that went well; `again`: other requests that are answered so. */
export const answerFirst = (scope: Scope, nameOf: (request: SeenRequest) => string, again: Scope = scope): Change =>
  remembering(() => {
    const first = new Map<string, SentAnswer>();
    const noting = afterwards('', (request, answer) => {
      const isFirst =
        answer !== undefined && answer.status < 300 && scope.covers(request) && !first.has(nameOf(request));
      if (isFirst) first.set(nameOf(request), answer);
    });
    const known = where(again, 'that are like an earlier one', (request) => first.has(nameOf(request)));
    const answering = answerWith(known, 'the first answer', (request) => first.get(nameOf(request)));
    return together(noting, answering);
  });
