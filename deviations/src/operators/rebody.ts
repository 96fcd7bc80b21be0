import type { Change } from '../change.ts';
import { answering, isObject } from '../changes/exchange-changes.ts';
import { everywhere, type Scope } from '../scopes.ts';

/** Answers errors of a code with another body altogether, as a framework or a proxy would. */
export function rebody(
  code: string,
  body: unknown,
  { scope = everywhere as Scope, contentType = 'application/json' } = {},
): Change {
  return {
    summary: `answers ${code} with the body ${JSON.stringify(body)} ${scope.words}`.trimEnd(),
    apply: answering((answer, request) => {
      const error = isObject(answer.body) ? answer.body.error : undefined;
      return isObject(error) && error.code === code && scope.covers(request)
        ? { ...answer, body, contentType }
        : answer;
    }),
  };
}

/** Sends errors under another content type. */
export function sendErrorsAs(contentType: string, scope: Scope = everywhere): Change {
  return {
    summary: `sends errors as ${contentType} ${scope.words}`.trimEnd(),
    apply: answering((answer, request) =>
      answer.status >= 400 && scope.covers(request) ? { ...answer, contentType } : answer,
    ),
  };
}
