import type { SeenRequest } from '@gateproof/simulator/behaviour';
import { isObject, type JsonObject } from '../requests/seen.ts';
import { type Scope, submissions, where } from './requests.ts';

/** Submissions whose body is an object that is so. */
export const submissionsWith = (words: string, holds: (body: JsonObject, request: SeenRequest) => boolean): Scope =>
  where(submissions, `with ${words}`, (request) => isObject(request.body) && holds(request.body, request));

/** Those of a scope whose Content-Type is so; '' where there is none. */
export const ofType = (scope: Scope, words: string, holds: (contentType: string) => boolean): Scope =>
  where(scope, words, ({ headers }) => holds(String(headers['content-type'] ?? '')));

/** The service's own object (`svc`) of a body: the field of three letters. */
export const serviceOf = (body: JsonObject): unknown => Object.entries(body).find(([name]) => name.length === 3)?.[1];
