import { type Account, isFinal, type Job, type SeenRequest, type SentAnswer } from '@gateproof/simulator/behaviour';
import { before, by, idempotencyKeyOf, isObject } from '../requests/seen.ts';
import { chats, everywhere, type Scope, where } from './requests.ts';

type Holds = (earlier: readonly (SentAnswer | undefined)[], request: SeenRequest) => boolean;

/** Which requests that come again under their Idempotency-Key: `earlier` are the answers to those before, undefined for streams. */
export interface Repeat {
  readonly words: string;
  readonly holds: Holds;
}

export const repeats = (words: string, holds: Holds): Repeat => ({ words, holds });
export const repeated = repeats('that come again', ({ length }) => length > 0);
export const third = repeats('that come a third time', ({ length }) => length === 2);

/** Those that an earlier answer had one of the statuses, up to `to`. */
export const answered = (from: number, to = from): Repeat =>
  repeats(`that were answered with ${from === to ? from : `${from} to ${to}`} before`, (earlier) =>
    earlier.some((answer) => answer !== undefined && answer.status >= from && answer.status <= to),
  );

/** Those whose first answer was a job that the condition holds for. */
export const ofJobs = (words: string, holds: (job: Job, request: SeenRequest) => boolean): Repeat =>
  repeats(`whose job ${words}`, ([first], request) => {
    const job = isObject(first?.body) ? request.account?.jobs.get(String(first.body.id)) : undefined;
    return job !== undefined && holds(job, request);
  });

export const ended = ofJobs('has ended', ({ stage }) => isFinal(stage.state));

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
export function cameBefore(nameOf: (request: SeenRequest) => string): (request: SeenRequest) => boolean {
  const known = new WeakMap<Account, (name: string) => boolean>();
  return (request) => {
    const isKnown = request.account && (known.get(request.account) ?? before());
    if (request.account && isKnown) known.set(request.account, isKnown);
    return isKnown?.(nameOf(request)) === true;
  };
}

/** Those of a scope whose account has sent one like them before. */
export const comeAgain = (scope: Scope, nameOf: (request: SeenRequest) => string): Scope =>
  where(scope, 'that come again', cameBefore(nameOf));

/** Requests that equal an earlier one that was asked about. */
export function secondTime(scope: Scope = everywhere): Scope {
  const [isKnown, nameOf] = [before(), by('method', 'path', 'caller', 'body')];
  return where(scope, 'the second time', (request) => isKnown(nameOf(request)));
}

/** Requests of a scope that come again under their key with other Accept, Content-Type or metadata headers than the first. */
export function withOtherHeaders(scope: Scope = chats): Scope {
  const [first, nameOf] = [new Map<string, string>(), by('account', 'key')];
  return where(scope, 'that come again under their key with other headers', (request) => {
    if (idempotencyKeyOf(request) === undefined) return false;
    const isCompared = (name: string) => ['accept', 'content-type'].includes(name) || name.endsWith('-metadata');
    const sent = JSON.stringify(Object.entries(request.headers).filter(([name]) => isCompared(name)));
    const known = first.get(nameOf(request)) ?? sent;
    first.set(nameOf(request), known);
    return known !== sent;
  });
}
