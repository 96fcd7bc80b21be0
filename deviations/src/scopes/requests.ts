import type { ApiKey, SeenRequest } from '@gateproof/simulator/behaviour';
import { isObject } from '../requests/seen.ts';

/** Where a change shows: which requests, and in words that end a sentence. */
export interface Scope<Seen = SeenRequest> {
  readonly words: string;
  readonly covers: (request: Seen) => boolean;
}

type Routed = { readonly route: string };
export type Bodied = { readonly body: unknown };
type Keyed = { readonly key?: ApiKey | undefined };

export const everywhere: Scope<unknown> = { words: '', covers: () => true };

/** Requests for which a condition holds. */
export function requests<Seen = SeenRequest>(words: string, covers: (request: Seen) => boolean): Scope<Seen> {
  return { words, covers };
}

/** Requests to one of the routes. */
export function at(...routes: readonly string[]): Scope<Routed> {
  return { words: `at ${routes.join(' and ')}`, covers: ({ route }) => routes.includes(route) };
}

export const chats: Scope<Routed> = { words: 'for chat requests', covers: ({ route }) => route === 'chat' };
export const streams = requests('for streams', ({ body }: Bodied) => isObject(body) && body.stream === true);
export const submissions: Scope<Routed> = {
  words: 'for submissions',
  covers: ({ route }) => route === 'image' || route === 'transcription',
};
/** Requests that run a model. */
export const runs: Scope<Routed> = {
  words: 'for requests that run a model',
  covers: ({ route }) => chats.covers({ route }) || submissions.covers({ route }),
};
export const jobRoutes: Scope<Routed> = at('job-get', 'job-cancel');

/** Requests whose body has the field. */
export function withField(field: string): Scope<Bodied> {
  return { words: `with ${field}`, covers: ({ body }) => isObject(body) && body[field] !== undefined };
}

const restrictionWords = {
  models: 'a model set',
  ipRanges: 'IP ranges',
  monthlyCapUsd: 'a cap',
  policy: 'a policy',
  expiresAtMs: 'an expiry',
} as const;

/** Requests by keys that are restricted so. */
export const restricted = (by: keyof typeof restrictionWords): Scope<Keyed> => ({
  words: `by keys with ${restrictionWords[by]}`,
  covers: ({ key }) => key?.restrictions[by] !== undefined,
});

/** What both scopes cover. */
export const and = <One, Other>(one: Scope<One>, other: Scope<Other>): Scope<One & Other> => ({
  words: `${one.words} ${other.words}`.trim(),
  covers: (request) => one.covers(request) && other.covers(request),
});

/** Those of a scope that another condition holds for as well. */
export const where = <Seen, More = SeenRequest>(
  scope: Scope<Seen>,
  words: string,
  holds: (request: More) => boolean,
): Scope<Seen & More> => and(scope, { words, covers: holds });

/** What a scope does not cover. */
export function not<Seen>({ words, covers }: Scope<Seen>): Scope<Seen> {
  return { words: `except ${words}`, covers: (request) => !covers(request) };
}
