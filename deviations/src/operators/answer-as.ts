import type { SeenRequest, SentAnswer } from '@gateproof/simulator/behaviour';
import { type Change, remembering } from '../change.ts';
import type { Edit } from '../edits/fields.ts';
import { errorIn, isObject, onceMore } from '../requests/seen.ts';
import { everywhere, type Scope } from '../scopes/requests.ts';
import { afterwards, answering } from './exchanges.ts';

const isAccepted = ({ status }: SentAnswer) => status < 300;

function answerAs(summary: string, isMeant: (answer: SentAnswer) => boolean, scope: Scope, parts: Partial<SentAnswer>) {
  const shown = Object.values(parts).map((part) => (typeof part === 'object' ? JSON.stringify(part) : String(part)));
  return answering(`${summary} ${scope.words} with ${shown.join(' and ')}`, (answer, request) =>
    isMeant(answer) && scope.covers(request) ? { ...answer, ...parts } : answer,
  );
}

/** Answers accepted requests of a scope with another status, content type or body. */
export const acceptAs = (scope: Scope, parts: Partial<SentAnswer>): Change =>
  answerAs('answers accepted requests', isAccepted, scope, parts);

/** Answers an error of a scope with another status, content type or body. */
export const answerErrorAs = (code: string, scope: Scope, parts: Partial<SentAnswer>): Change =>
  answerAs(`answers ${code}`, (answer) => errorIn(answer)?.code === code, scope, parts);

/** Sends all errors of a scope with another status, content type or body. */
export const answerErrorsAs = (parts: Partial<SentAnswer>, scope: Scope = everywhere): Change =>
  answerAs('answers errors', ({ status }) => status >= 400, scope, parts);

/** Edits the bodies of accepted requests of a scope. */
export const inAccepted = (scope: Scope, { words, change }: Edit): Change =>
  answering(`answers accepted requests ${scope.words} with ${words}`, (answer, request) =>
    isAccepted(answer) && isObject(answer.body) && scope.covers(request)
      ? { ...answer, body: change(answer.body) }
      : answer,
  );

/** Runs the last accepted request of a scope and an account again when it refuses one under the status. */
export const rerunWhenRefused = (scope: Scope, status = 400): Change =>
  remembering((last = new WeakMap<object, SeenRequest>()) =>
    afterwards(`runs the last accepted request ${scope.words} again at a ${status}`, (request, answer) => {
      const { account } = request;
      if (account === undefined || answer === undefined || !scope.covers(request)) return [];
      if (isAccepted(answer)) last.set(account, request);
      const before = last.get(account);
      return answer.status === status && before !== undefined ? [onceMore(before)] : [];
    }),
  );
