import type { Account, SeenRequest } from '@gateproof/simulator/behaviour';
import { before } from '../memory.ts';
import { by, idempotencyKeyOf } from '../requests/seen.ts';
import { chats, everywhere, type Scope, where } from './requests.ts';

/** Requests of an account from the moment on when something holds of it, for good. */
export function everSince(words: string, holds: (account: Account) => boolean, scope: Scope = everywhere): Scope {
  const marked = new WeakSet<Account>();
  return where(scope, `for good once ${words}`, ({ account }) => {
    if (account === undefined) return false;
    if (holds(account)) marked.add(account);
    return marked.has(account);
  });
}

/** Whether the account has sent a request of the same name before. */
export function repeated(nameOf: (request: SeenRequest) => string): (request: SeenRequest) => boolean {
  const known = new WeakMap<Account, (name: string) => boolean>();
  return (request) => {
    const isKnown = request.account && (known.get(request.account) ?? before());
    if (request.account && isKnown) known.set(request.account, isKnown);
    return isKnown?.(nameOf(request)) === true;
  };
}

/** Those of a scope whose account has sent one like them before. */
export const comeAgain = (scope: Scope, nameOf: (request: SeenRequest) => string): Scope =>
  where(scope, 'that come again', repeated(nameOf));

/** Requests that equal an earlier one that was asked about. */
export function secondTime(scope: Scope = everywhere): Scope {
  const [isKnown, nameOf] = [before(), by('method', 'path', 'caller', 'body')];
  return where(scope, 'the second time', (request) => isKnown(nameOf(request)));
}

/** Chat requests that come again under their key with other Accept or metadata headers than the first. */
export function withOtherHeaders(): Scope {
  const [first, nameOf] = [new Map<string, string>(), by('account', 'key')];
  return where(chats, 'that come again under their key with other headers', (request) => {
    if (idempotencyKeyOf(request) === undefined) return false;
    const isCompared = (name: string) => name === 'accept' || name.endsWith('-metadata');
    const sent = JSON.stringify(Object.entries(request.headers).filter(([name]) => isCompared(name)));
    const known = first.get(nameOf(request)) ?? sent;
    first.set(nameOf(request), known);
    return known !== sent;
  });
}
