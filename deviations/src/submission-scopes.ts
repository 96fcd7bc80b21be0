import type { SeenRequest } from '@gateproof/simulator/behaviour';
import { isObject, type JsonObject } from './changes/exchange-changes.ts';
import { type Scope, submissions, where } from './scopes.ts';

/** Submissions whose body is an object that is so. */
export function submissionsWith(words: string, holds: (body: JsonObject, request: SeenRequest) => boolean): Scope {
  return where(submissions, `with ${words}`, (request) => isObject(request.body) && holds(request.body, request));
}

/** Those of a scope whose Content-Type is so; '' where there is none. */
export function ofType(scope: Scope, words: string, holds: (contentType: string) => boolean): Scope {
  return where(scope, words, ({ headers }) => holds(String(headers['content-type'] ?? '')));
}

/** Whether a request of the same name came before: from its account, or from the sender that `from` returns. The name undefined is none. */
export function repeated(
  nameOf: (request: SeenRequest) => string | undefined,
  from: (request: SeenRequest) => object | undefined = ({ account }) => account,
): (request: SeenRequest) => boolean {
  const known = new WeakMap<object, Set<string>>();
  return (request) => {
    const name = nameOf(request);
    const sender = from(request);
    if (sender === undefined || name === undefined) return false;
    const names = known.get(sender) ?? new Set();
    known.set(sender, names);
    return names.size === names.add(name).size;
  };
}

/** The service's own object (`svc`) of a body: the field of three letters. */
export function serviceOf(body: JsonObject): unknown {
  return Object.entries(body).find(([name]) => name.length === 3)?.[1];
}
