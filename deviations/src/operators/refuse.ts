import { errorTable } from '@gateproof/spec';
import type { Change } from '../change.ts';
import { answering, errorIn, refusing } from '../changes/exchange-changes.ts';
import { serving } from '../changes/serving.ts';
import { everywhere, type Scope } from '../scopes.ts';

/** Refuses the requests of a scope with a code before anything else looks at them. */
export function refuse(scope: Scope, code: string, message?: string): Change {
  return { summary: `answers ${code} ${scope.words}`, apply: refusing(scope.covers, code, message) };
}

/** Answers chat requests of a scope with a completion before anything else looks at them. */
export function serve(scope: Scope): Change {
  return { summary: `serves requests ${scope.words}`, apply: serving(scope.covers) };
}

/** Answers an error under another status. */
export function restatus(code: string, status: number, scope: Scope = everywhere): Change {
  return {
    summary: `answers ${code} with ${status} ${scope.words}`.trimEnd(),
    apply: answering((answer, request) =>
      errorIn(answer)?.code === code && scope.covers(request) ? { ...answer, status } : answer,
    ),
  };
}

interface Answered {
  readonly code: string;
  readonly status: number;
}

/** Answers an error as another code, by default under the status and with the kind that the table of codes has for it. */
export function recode(from: string, to: string | Answered, scope: Scope = everywhere): Change {
  const row = typeof to === 'string' ? errorTable.get(to) : undefined;
  const code = typeof to === 'string' ? to : to.code;
  const own = typeof to === 'string' ? row?.status : to.status;
  const kind = row?.kind ?? undefined;
  return {
    summary: `answers ${from} as ${code} ${typeof to === 'string' ? '' : `with ${to.status} `}${scope.words}`.trimEnd(),
    apply: answering((answer, request) => {
      const error = errorIn(answer);
      if (error?.code !== from || !scope.covers(request)) return answer;
      const status = own ?? answer.status;
      return { ...answer, status, body: { error: { ...error, code, ...(kind === undefined ? {} : { kind }) } } };
    }),
  };
}
