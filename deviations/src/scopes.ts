import type { RouteName, SeenRequest } from '@gateproof/simulator/behaviour';
import { isObject } from './changes/exchange-changes.ts';

/** Where a change shows: which requests, and in words that end a sentence. */
export interface Scope {
  readonly words: string;
  readonly covers: (request: SeenRequest) => boolean;
}

export const everywhere: Scope = { words: '', covers: () => true };

/** Requests to one of the routes. */
export function at(...routes: readonly RouteName[]): Scope {
  return { words: `at ${routes.join(' and ')}`, covers: ({ route }) => routes.includes(route) };
}

export const chats: Scope = { words: 'to chat requests', covers: ({ route }) => route === 'chat' };
export const streams: Scope = {
  words: 'to streams',
  covers: ({ body }) => isObject(body) && body.stream === true,
};
export const submissions: Scope = {
  words: 'to submissions',
  covers: ({ route }) => route === 'image' || route === 'transcription',
};

/** Those of a scope that another condition holds for as well. */
export function where(scope: Scope, words: string, holds: (request: SeenRequest) => boolean): Scope {
  return {
    words: scope.words === '' ? words : `${scope.words} ${words}`,
    covers: (request) => scope.covers(request) && holds(request),
  };
}
