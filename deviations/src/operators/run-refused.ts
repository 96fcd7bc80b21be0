import type { Change } from '../change.ts';
import { errorIn, isObject, onceMore } from '../requests/seen.ts';
import type { Scope } from '../scopes/requests.ts';
import { afterwards } from './exchanges.ts';

/** Runs refused requests of a scope under another key of the account, as if they had begun before the refusal. */
export const runRefused = (code: string, scope: Scope): Change =>
  afterwards(`runs what it answers ${code} ${scope.words}`, (request, answer) => {
    const free = [...(request.account?.keys.values() ?? [])].find(({ deleted }) => !deleted);
    const isRun = answer !== undefined && errorIn(answer)?.code === code && scope.covers(request);
    if (!isRun || !isObject(request.body) || free === undefined) return [];
    const { svc: _service, stream: _stream, ...body } = request.body;
    return [onceMore({ ...request, headers: { authorization: `Bearer ${free.secret}` }, body })];
  });

/** Grants credit for requests of a scope that are refused for want of it, and runs them. */
export const grantCredit = (scope: Scope): Change =>
  afterwards(`grants credit and runs what it answers insufficient_credit ${scope.words}`, (request, answer) => {
    const isMeant = answer !== undefined && errorIn(answer)?.code === 'insufficient_credit' && scope.covers(request);
    if (!isMeant || request.account === undefined) return [];
    request.account.creditUsd = 1;
    return [onceMore(request)];
  });
