import type { ApiKey, SeenRequest } from '@gateproof/simulator/behaviour';
import { isObject } from '../requests/seen.ts';

/** Where a change shows: which requests, deliveries, jobs or failures, and in words that end a sentence. */
export interface Scope<Seen = SeenRequest> {
  readonly words: string;
  readonly covers: (seen: Seen) => boolean;
}

export type Routed = { readonly route: string };
export type Bodied = { readonly body: unknown };
type Keyed = { readonly key?: ApiKey | undefined };

/** Requests for which a condition holds. */
export const requests = <Seen = SeenRequest>(words: string, covers: (request: Seen) => boolean): Scope<Seen> => ({
  words,
  covers,
});

/** Requests of clients that accept a content coding. */
export const accepting = (coding: string): Scope =>
  requests(`for clients that accept ${coding}`, ({ headers }) => String(headers['accept-encoding']).includes(coding));

export const everywhere: Scope<unknown> = requests('', () => true);

/** Requests to one of the routes. */
export const at = (...routes: readonly string[]): Scope<Routed> =>
  requests(`at ${routes.join(' and ')}`, ({ route }) => routes.includes(route));

const to = (words: string, ...routes: readonly string[]): Scope<Routed> => ({ ...at(...routes), words });
export const chats = to('for chat requests', 'chat');
export const submissions = to('for submissions', 'image', 'transcription');
export const runs = to('for requests that run a model', 'chat', 'image', 'transcription');
export const jobRoutes = at('job-get', 'job-cancel');
export const streams = requests('for streams', ({ body }: Bodied) => isObject(body) && body.stream === true);

/** Submissions, where their body alone is known. */
export const jobBodies: Scope<Bodied> = requests('for jobs', ({ body }) => isObject(body) && !('messages' in body));

const restrictionWords = {
  models: 'a model set',
  ipRanges: 'IP ranges',
  monthlyCapUsd: 'a cap',
  policy: 'a policy',
  expiresAtMs: 'an expiry',
} as const;

/** Requests by keys that are restricted so. */
export const restricted = (by: keyof typeof restrictionWords): Scope<Keyed> =>
  requests(`by keys with ${restrictionWords[by]}`, ({ key }) => key?.restrictions[by] !== undefined);

/** What both scopes cover. */
export const and = <One, Other>(one: Scope<One>, other: Scope<Other>): Scope<One & Other> =>
  requests(`${one.words} ${other.words}`.trim(), (request) => one.covers(request) && other.covers(request));

/** Those of a scope that another condition holds for as well. */
export const where = <Seen, More = SeenRequest>(scope: Scope<Seen>, words: string, holds: (request: More) => boolean) =>
  and(scope, requests(words, holds));

/** What a scope does not cover. */
export const not = <Seen>({ words, covers }: Scope<Seen>): Scope<Seen> =>
  requests(`except ${words}`, (request) => !covers(request));
