import type { Account, Model } from '@gateproof/simulator/behaviour';
import { afterwards, type Change, remembering, watch } from '../change.ts';
import { errorIn, isObject, namedId, onceMore } from '../requests/seen.ts';
import { everywhere, requests, type Scope, submissions } from '../scopes/requests.ts';
import { refuse } from './answers.ts';
import { callEndpoint } from './call-also.ts';

/** Calls the endpoint of a chat request although it refuses it with the code, whoever asked. */
export const callRefused = (code: string): Change =>
  remembering(() => {
    let find: (modelId: string) => Model | undefined = () => undefined;
    return [
      watch('authentication.find', '', (_found, registry) => {
        find = (id) => [...registry.holders()].map(({ account }) => account.models.get(id)).find(Boolean);
      }),
      afterwards(`calls the endpoint although it answers ${code}`, ({ route, body }, answer) => {
        if (route !== 'chat' || answer === undefined || errorIn(answer)?.code !== code || !isObject(body)) return;
        const url = find(String(body.model))?.endpoints[0]?.url;
        if (url !== undefined) callEndpoint(url, body);
      }),
    ];
  });

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

/** Refuses all requests of an account with the code from the moment on when one of a scope was answered with it. */
export const refuseEverAfter = (code: string, scope: Scope = everywhere): Change =>
  remembering(() => {
    const refused = new WeakSet<Account>();
    const words = `for good once one ${scope.words} was answered so`;
    const later = requests(words, ({ account }) => account !== undefined && refused.has(account));
    return [
      afterwards('', (request, answer) => {
        const isRefused = answer !== undefined && errorIn(answer)?.code === code && scope.covers(request);
        if (isRefused && request.account !== undefined) refused.add(request.account);
      }),
      refuse(later, code),
    ];
  });
