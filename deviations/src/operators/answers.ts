import type { Change } from '../change.ts';
import { answering } from '../changes/exchange-changes.ts';
import type { Scope } from '../scopes.ts';

/** Answers successes under another content type. */
export function sendAs(contentType: string, scope: Scope): Change {
  return {
    summary: `answers as ${contentType} ${scope.words}`.trimEnd(),
    apply: answering((answer, request) =>
      answer.status < 300 && scope.covers(request) ? { ...answer, contentType } : answer,
    ),
  };
}
