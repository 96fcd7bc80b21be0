import { type Change, remembering } from '../change.ts';
import { errorIn, isObject, namedId } from '../requests/seen.ts';
import { everywhere, type Scope, submissions } from '../scopes/requests.ts';
import { afterwards } from './exchanges.ts';

/** Cancels the jobs of cancels of a scope that it answers with the code, as whoever submitted them. */
export const cancelRefused = (code: string, scope: Scope = everywhere): Change =>
  remembering((owners = new Map<string, string>()) =>
    afterwards(`cancels jobs although it answers ${code} ${scope.words}`, (request, answer) => {
      if (submissions.covers(request) && isObject(answer?.body))
        owners.set(String(answer.body.id), String(request.headers.authorization));
      const owner = owners.get(namedId(request.path));
      const isRefused = answer !== undefined && errorIn(answer)?.code === code && scope.covers(request);
      if (request.route !== 'job-cancel' || !isRefused || owner === undefined) return [];
      return [{ method: 'POST', path: request.path, headers: { authorization: owner } }];
    }),
  );
