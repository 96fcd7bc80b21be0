import type { Account } from '@gateproof/simulator/behaviour';
import { idempotencyKeyOf } from '../requests/seen.ts';
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

/** Requests that equal an earlier one that was asked about. */
export function secondTime(scope: Scope = everywhere): Scope {
  const seen = new Set<string>();
  return where(scope, 'the second time', ({ method, path, headers, rawBody }) => {
    const request = JSON.stringify([method, path, headers.authorization, Buffer.from(rawBody).toString()]);
    const isSecond = seen.has(request);
    seen.add(request);
    return isSecond;
  });
}

/** Chat requests that come again under their key with other Accept or metadata headers than the first. */
export function withOtherHeaders(): Scope {
  const first = new Map<string, string>();
  return where(chats, 'that come again under their key with other headers', (request) => {
    const key = idempotencyKeyOf(request);
    if (key === undefined) return false;
    const id = JSON.stringify([request.account?.id, key]);
    const isCompared = (name: string) => name === 'accept' || name.endsWith('-metadata');
    const sent = JSON.stringify(Object.entries(request.headers).filter(([name]) => isCompared(name)));
    const before = first.get(id) ?? sent;
    first.set(id, before);
    return before !== sent;
  });
}

/** True every second time that the condition holds. */
export function alternating<Value>(holds: (value: Value) => boolean = () => true): (value: Value) => boolean {
  let times = 0;
  return (value) => {
    if (!holds(value)) return false;
    times += 1;
    return times % 2 === 0;
  };
}
