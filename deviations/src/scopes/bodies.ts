import type { Model, SeenRequest } from '@gateproof/simulator/behaviour';
import { idempotencyKeyOf, isObject, type JsonObject } from '../requests/seen.ts';
import { type Bodied, not, requests, type Scope, submissions, where } from './requests.ts';

/** Requests whose body lists fallback models. */
export const withList: Scope<Bodied> = requests('with a list of fallback models', ({ body }) => {
  return isObject(body) && Array.isArray(body.models) && body.models.length > 0;
});

export const keyed = requests('with an Idempotency-Key', (request) => idempotencyKeyOf(request) !== undefined);
export const unkeyed = { ...not(keyed), words: 'without an Idempotency-Key' };

/** Chat requests of a known key for which a condition holds. */
const chatsOfKeys = (words: string, holds: (request: SeenRequest) => boolean) =>
  requests(`for chat requests with ${words}`, (request) => {
    return request.route === 'chat' && request.account !== undefined && holds(request);
  });

/** Chat requests of a known key whose body is an object that the condition holds for. */
export const chatsWith = (words: string, holds: (body: JsonObject, request: SeenRequest) => boolean): Scope =>
  chatsOfKeys(words, (request) => isObject(request.body) && holds(request.body, request));

/** The same for streams. */
export const streamsWith = (words: string, holds: (body: JsonObject, request: SeenRequest) => boolean): Scope =>
  chatsWith(`stream and ${words}`, (body, request) => body.stream === true && holds(body, request));

/** Chat requests of a known key by the text of their body. */
export const chatsSent = (words: string, holds: (text: string, request: SeenRequest) => boolean): Scope =>
  chatsOfKeys(words, (request) => holds(Buffer.from(request.rawBody).toString(), request));

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const noJson = chatsSent('a body that is no JSON', (text) => text.trim() !== '' && !isJson(text));
export const noObject = chatsSent('JSON that is no object', (text) => isJson(text) && !isObject(JSON.parse(text)));

/** The requested model; undefined where the account has none of the id. */
export const requestedModel = ({ account, body }: SeenRequest): Model | undefined =>
  isObject(body) ? account?.models.get(String(body.model)) : undefined;

/** Requests whose body has the field. */
export const withField = (field: string): Scope<Bodied> =>
  requests(`with ${field}`, ({ body }) => isObject(body) && body[field] !== undefined);

/** Submissions whose body is an object that is so. */
export const submissionsWith = (words: string, holds: (body: JsonObject, request: SeenRequest) => boolean): Scope =>
  where(submissions, `with ${words}`, (request) => isObject(request.body) && holds(request.body, request));

/** Those of a scope whose Content-Type is so; '' where there is none. */
export const ofType = (scope: Scope, words: string, holds: (contentType: string) => boolean): Scope =>
  where(scope, words, ({ headers }) => holds(String(headers['content-type'] ?? '')));

/** The service's own object (`svc`) of a body: the field of three letters. */
export const serviceOf = (body: JsonObject): unknown => Object.entries(body).find(([name]) => name.length === 3)?.[1];
