import { patch } from '@gateproof/simulator/behaviour';
import type { Change } from '../change.ts';
import { besides, isObject, onceMore } from '../changes/exchange-changes.ts';
import type { Scope } from '../scopes.ts';

/** Calls the endpoint although it refuses the request with the code. */
export function dispatchRefused(code: string): Change {
  return {
    summary: `calls the endpoint although it answers ${code}`,
    apply: patch('admission', { dispatchesRefused: (refused) => refused === code }),
  };
}

/** Runs refused requests of a scope under another key of the account, as if they had begun before the refusal. */
export function runRefused(code: string, scope: Scope): Change {
  return {
    summary: `runs what it answers ${code} ${scope.words}`,
    apply: besides((request, answer) => {
      const free = [...(request.account?.keys.values() ?? [])].find(({ deleted }) => !deleted);
      const isRun = codeOf(answer?.body) === code && scope.covers(request) && isObject(request.body);
      if (!isRun || free === undefined) return [];
      const { svc: _service, stream: _stream, ...body } = request.body as Record<string, unknown>;
      return [{ method: 'POST', path: request.path, headers: { authorization: `Bearer ${free.secret}` }, body }];
    }),
  };
}

/** Grants credit for requests of a scope that are refused for want of it, and runs them. */
export function grantCredit(scope: Scope): Change {
  return {
    summary: `grants credit and runs what it answers insufficient_credit ${scope.words}`,
    apply: besides((request, answer) => {
      const { account } = request;
      if (account === undefined || codeOf(answer?.body) !== 'insufficient_credit' || !scope.covers(request)) return [];
      account.creditUsd = 1;
      return [onceMore(request)];
    }),
  };
}

function codeOf(body: unknown): unknown {
  return isObject(body) && isObject(body.error) ? body.error.code : undefined;
}
