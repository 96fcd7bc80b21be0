import type { SeenRequest } from '@gateproof/simulator/behaviour';
import { isObject, type JsonObject } from '../requests/seen.ts';
import { type Scope, submissions, where } from './requests.ts';

/** Submissions whose body is an object that is so. */
export const submissionsWith = (words: string, holds: (body: JsonObject, request: SeenRequest) => boolean): Scope =>
  where(submissions, `with ${words}`, (request) => isObject(request.body) && holds(request.body, request));

/** Those of a scope whose Content-Type is so; '' where there is none. */
export const ofType = (scope: Scope, words: string, holds: (contentType: string) => boolean): Scope =>
  where(scope, words, ({ headers }) => holds(String(headers['content-type'] ?? '')));

/** Whether the account has sent a request of the same name before. */
export function repeated(nameOf: (request: SeenRequest) => string): (request: SeenRequest) => boolean {
  const known = new WeakMap<object, Set<string>>();
  return (request) => {
    if (request.account === undefined) return false;
    const names = known.get(request.account) ?? new Set();
    known.set(request.account, names);
    return names.size === names.add(nameOf(request)).size;
  };
}

/** The service's own object (`svc`) of a body: the field of three letters. */
export const serviceOf = (body: JsonObject): unknown => Object.entries(body).find(([name]) => name.length === 3)?.[1];
