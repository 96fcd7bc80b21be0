import type { SeenRequest } from '@gateproof/simulator/behaviour';
import type { Change } from '../change.ts';
import { answering, isObject, refusing } from '../changes/exchange-changes.ts';
import { serving } from '../deviations/serving.ts';
import type { Scope } from '../scopes.ts';

/** Refuses the requests of a scope with a code before anything else looks at them. */
export function refuse(scope: Scope, code: string, message?: string): Change {
  return { summary: `answers ${code} ${scope.words}`, apply: refusing(scope.covers, code, message) };
}

/** Answers chat requests of a scope with a completion before anything else looks at them. */
export function serve(scope: Scope): Change {
  return { summary: `serves requests ${scope.words}`, apply: serving(scope.covers) };
}

/** Answers an error under another status. */
export function restatus(code: string, status: number, scope: Scope): Change {
  return {
    summary: `answers ${code} with ${status} ${scope.words}`.trimEnd(),
    apply: answering((answer, request) =>
      codeIn(answer.body) === code && scope.covers(request) ? { ...answer, status } : answer,
    ),
  };
}

/** Answers an error as another code under its status. */
export function recode(from: string, to: { readonly code: string; readonly status: number }, scope: Scope): Change {
  return {
    summary: `answers ${from} as ${to.code} with ${to.status} ${scope.words}`.trimEnd(),
    apply: answering((answer, request: SeenRequest) => {
      const error = isObject(answer.body) ? answer.body.error : undefined;
      if (!isObject(error) || error.code !== from || !scope.covers(request)) return answer;
      return { ...answer, status: to.status, body: { error: { ...error, code: to.code } } };
    }),
  };
}

function codeIn(body: unknown): unknown {
  return isObject(body) && isObject(body.error) ? body.error.code : undefined;
}
