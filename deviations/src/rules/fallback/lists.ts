import { type Caller, patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import { type Change, change, together } from '../../change.ts';
import { isObject } from '../../changes/exchange-changes.ts';
import { withList } from '../../chat-scopes.ts';
import { replace } from '../../edits.ts';
import { askAnyway } from '../../operators/chat-requests.ts';
import { inErrorsTo } from '../../operators/edit-messages.ts';
import { recode, refuse } from '../../operators/refuse.ts';
import { each, rows } from '../../rows.ts';
import { and, at, chats, everywhere, not, type Scope, streams, submissions, where } from '../../scopes.ts';

const listOf = ({ body }: SeenRequest): readonly unknown[] =>
  isObject(body) && Array.isArray(body.models) ? body.models : [];
const longerThan = (count: number, scope: Scope = everywhere): Scope =>
  where(scope, `with more than ${count} fallback models`, (request) => listOf(request).length > count);

const refuseBeyond = (count: number, scope: Scope): Change =>
  refuse(longerThan(count, scope), 'invalid_request', `models: must hold at most ${count} items.`);

/** Accepts longer lists in a scope, those of any length by default. */
const acceptUpTo = (count: number, scope: Scope): Change =>
  together(
    together(change('accepts longer lists', patch('bodies', { tooManyModels: 'accept' })), refuseBeyond(5, not(scope))),
    refuseBeyond(count, scope),
  );
const all = Number.POSITIVE_INFINITY;

/** How long the list may be. */
export const fallbackLimit = rows({
  ...each(
    [
      ['chat', chats],
      ['media', submissions],
    ] as const,
    ([kind, scope]) => [`fallback.limit.accepted-${kind}`, refuseBeyond(4, scope)],
  ),
  'fallback.limit.accepted-chat:streams': refuseBeyond(4, and(chats, streams)),
  'fallback.limit.accepted-chat:with-requested': refuse(
    longerThan(4, chats),
    'invalid_request',
    'models: must hold at most 5 items with model.',
  ),
  'fallback.limit.refused-chat': acceptUpTo(6, chats),
  'fallback.limit.refused-chat:streams': acceptUpTo(all, and(chats, streams)),
  'fallback.limit.refused-media': acceptUpTo(6, submissions),
  ...each(['chat', 'media'], (kind) => [
    `fallback.limit.refused-${kind}:cut`,
    change('cuts lists that are too long', patch('bodies', { tooManyModels: 'cut' })),
  ]),
  ...each(['image', 'transcription'], (route) => [`fallback.limit.refused-media:${route}`, acceptUpTo(all, at(route))]),
  ...each(['image', 'transcription'], (route) => [
    `fallback.limit.accepted-media:${route}`,
    refuseBeyond(4, at(route)),
  ]),
  'fallback.limit.names-models': inErrorsTo(
    longerThan(5),
    'invalid_request',
    replace('message', 'The list is too long.'),
  ),
  'fallback.limit.names-models:streams': inErrorsTo(
    longerThan(5, streams),
    'invalid_request',
    replace('message', 'The request is too long.'),
  ),
  'fallback.limit.refused-without-effect': askAnyway(longerThan(5, chats), 400),
});

const withEmpty = (scope: Scope): Scope =>
  where(scope, 'with an empty list', ({ body }) => isObject(body) && JSON.stringify(body.models) === '[]');
const listed = (words: string, holds: (list: readonly unknown[], model: unknown) => boolean): Scope =>
  where(withList, words, (request) => isObject(request.body) && holds(listOf(request), request.body.model));
/** Requests by how many of their models the account has; `first`: whether it has the requested one. */
const knowing = (
  words: string,
  holds: (known: number, count: number, first: boolean) => boolean,
  scope: Scope = everywhere,
) =>
  where(and(scope, withList), words, (request: SeenRequest) => {
    const { account, body } = request;
    if (account === undefined || !isObject(body)) return false;
    const known = [body.model, ...listOf(request)].map((id) => account.models.has(String(id)));
    return holds(known.filter(Boolean).length, known.length, known[0] === true);
  });
const unknownEntry = (scope?: Scope): Scope =>
  knowing('with an unknown fallback model', (known, count, first) => first && known < count, scope);
const unknownFirst = (scope?: Scope): Scope =>
  knowing('with an unknown model before known ones', (known, _count, first) => !first && known > 0, scope);

/** Looks at the key's model set for some models only; `place` 0 is the requested one. */
const allowing = (words: string, isFree: (place: number, caller: Caller) => boolean): Change =>
  change(
    `does not look at the key's model set for ${words}`,
    patch('admission', ({ isModelAllowed }) => ({
      isModelAllowed: (id, allowed, caller, place) =>
        isFree(place, caller) || isModelAllowed(id, allowed, caller, place),
    })),
  );

/** What the entries of the list may be. */
export const fallbackList = rows({
  'fallback.list.empty': refuse(withEmpty(everywhere), 'internal_error'),
  'fallback.list.empty:streams': refuse(withEmpty(streams), 'internal_error'),
  'fallback.list.empty:media': refuse(withEmpty(submissions), 'no_endpoint_available'),
  'fallback.list.duplicates': refuse(
    listed('that names a model twice', (list) => new Set(list).size < list.length),
    'internal_error',
  ),
  'fallback.list.requested-model': refuse(
    listed('that names the requested one', (list, model) => list.includes(model)),
    'internal_error',
  ),
  'fallback.list.unknown-entry': refuse(unknownEntry(), 'model_not_found'),
  'fallback.list.unknown-entry:media': refuse(unknownEntry(submissions), 'model_not_found'),
  'fallback.list.unknown-first': refuse(unknownFirst(), 'model_not_found'),
  'fallback.list.unknown-first:media': refuse(unknownFirst(submissions), 'model_not_found'),
  'fallback.list.all-unknown': recode(
    'no_endpoint_available',
    'model_not_found',
    knowing('of unknown models', (known) => known === 0),
  ),
  'fallback.list.forbidden-entry': allowing('fallback models', (place) => place > 0),
  'fallback.list.forbidden-entry:later': allowing('later fallback models', (place) => place > 1),
  ...each(['image', 'transcription'], (route) => [
    `fallback.list.forbidden-entry:${route}`,
    allowing(`fallback models of ${route} jobs`, (place, caller) => place > 0 && caller.route === route),
  ]),
});
