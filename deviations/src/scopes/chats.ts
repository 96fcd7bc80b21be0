import type { Model, SeenRequest } from '@gateproof/simulator/behaviour';
import { idempotencyKeyOf, isObject, type JsonObject } from '../requests/seen.ts';
import type { Bodied, Scope } from './requests.ts';

/** Requests whose body lists fallback models. */
export const withList: Scope<Bodied> = {
  words: 'with a list of fallback models',
  covers: ({ body }) => isObject(body) && Array.isArray(body.models) && body.models.length > 0,
};

/** Requests with an Idempotency-Key. */
export const keyed: Scope = {
  words: 'with an Idempotency-Key',
  covers: (request) => idempotencyKeyOf(request) !== undefined,
};

/** Chat requests of a known key whose body is an object that the condition holds for. */
export const chatsWith = (words: string, holds: (body: JsonObject, request: SeenRequest) => boolean): Scope => ({
  words: `for chat requests with ${words}`,
  covers: (request) =>
    request.route === 'chat' && request.account !== undefined && isObject(request.body) && holds(request.body, request),
});

/** The same for streams. */
export const streamsWith = (words: string, holds: (body: JsonObject, request: SeenRequest) => boolean): Scope =>
  chatsWith(`stream and ${words}`, (body, request) => body.stream === true && holds(body, request));

/** The requested model; undefined where the account has none of the id. */
export const requestedModel = ({ account, body }: SeenRequest): Model | undefined =>
  isObject(body) ? account?.models.get(String(body.model)) : undefined;
