import type { Caller, SeenRequest } from '@gateproof/simulator/behaviour';
import { allow, type Change, decide, each, kinds, rows, together } from '../../change.ts';
import { replace } from '../../edits/fields.ts';
import { askAnyway, fail, recode, refuse, reject } from '../../operators/answers.ts';
import { inErrorsTo } from '../../operators/edit-messages.ts';
import { firstModels, tryEndpoints } from '../../operators/routing.ts';
import { bodyOf } from '../../requests/seen.ts';
import { withList } from '../../scopes/bodies.ts';
import { and, at, chats, everywhere, not, type Scope, streams, submissions, where } from '../../scopes/requests.ts';

const listOf = (request: SeenRequest): readonly unknown[] => {
  const { models } = bodyOf(request);
  return Array.isArray(models) ? models : [];
};
const longerThan = (count: number, scope: Scope = everywhere): Scope =>
  where(scope, `with more than ${count} fallback models`, (request) => listOf(request).length > count);

const refuseBeyond = (count: number, scope: Scope) =>
  reject(longerThan(count, scope), `models: must hold at most ${count} items.`);
const acceptLonger = decide('bodies', 'accepts longer lists', { maxFallbackModels: Number.POSITIVE_INFINITY });

/** Accepts longer lists in a scope. */
const acceptUpTo = (count: number, scope: Scope) =>
  together(acceptLonger, refuseBeyond(5, not(scope)), refuseBeyond(count, scope));

const shortLimits: Readonly<Record<string, Scope>> = {
  'accepted-chat': chats,
  'accepted-chat:streams': and(chats, streams),
  'accepted-media': submissions,
  'accepted-media:image': at('image'),
  'accepted-media:transcription': at('transcription'),
};
const noLimits: Readonly<Record<string, Scope>> = {
  'refused-chat:streams': and(chats, streams),
  'refused-media:image': at('image'),
  'refused-media:transcription': at('transcription'),
};
const acceptAndCut = together(acceptLonger, tryEndpoints('six models at most', firstModels(6)));
const vague = replace('message', 'The list is too long.');

/** How long the list may be. */
export const fallbackLimit = rows('fallback.limit', {
  ...each('*', shortLimits, (scope) => refuseBeyond(4, scope)),
  ...each('*', noLimits, (scope) => acceptUpTo(Number.POSITIVE_INFINITY, scope)),
  'refused-chat': acceptUpTo(6, chats),
  'refused-media': acceptUpTo(6, submissions),
  ...each('refused-*:cut', ['chat', 'media'], () => acceptAndCut),
  'names-models': inErrorsTo(longerThan(5), 'invalid_request', vague),
  'names-models:streams': inErrorsTo(longerThan(5, streams), 'invalid_request', vague),
  'refused-without-effect': askAnyway(longerThan(5, chats), 400),
});

const withEmpty = (scope: Scope): Scope =>
  where(scope, 'with an empty list', (request) => JSON.stringify(bodyOf(request).models) === '[]');
const listed = (words: string, holds: (list: readonly unknown[], model: unknown) => boolean): Scope =>
  where(withList, words, (request) => holds(listOf(request), bodyOf(request).model));
/** Requests by which of their models the account has, the requested one first. */
const knowing = (words: string, holds: (known: readonly boolean[]) => boolean, scope: Scope = everywhere) =>
  where(and(scope, withList), words, (request) => {
    const ids = [bodyOf(request).model, ...listOf(request)];
    return request.account !== undefined && holds(ids.map((id) => request.account?.models.has(String(id)) === true));
  });
const hasUnknownEntry = ([first, ...others]: readonly boolean[]) => first === true && others.includes(false);
const hasUnknownFirst = ([first, ...others]: readonly boolean[]) => first === false && others.includes(true);
const unknownModels: Readonly<Record<string, Scope>> = {
  'unknown-entry': knowing('with an unknown fallback model', hasUnknownEntry),
  'unknown-entry:media': knowing('with an unknown fallback model', hasUnknownEntry, submissions),
  'unknown-first': knowing('with an unknown model before known ones', hasUnknownFirst),
  'unknown-first:media': knowing('with an unknown model before known ones', hasUnknownFirst, submissions),
};
const allUnknown = knowing('all unknown', (known) => !known.includes(true));
const twice = listed('that names a model twice', (list) => new Set(list).size < list.length);
const requested = listed('that names the requested one', (list, model) => list.includes(model));
const failures: Readonly<Record<string, Scope>> = {
  ...{ empty: withEmpty(everywhere), 'empty:streams': withEmpty(streams) },
  ...{ duplicates: twice, 'duplicates:media': and(submissions, twice), 'duplicates:streams': and(streams, twice) },
  ...{ 'requested-model': requested, 'requested-model:media': and(submissions, requested) },
};

/** Looks at the key's model set for some models only; `place` 0 is the requested one. */
const allowing = (words: string, isFree: (place: number, caller: Caller) => boolean): Change =>
  allow('admission.isModelAllowed', `ignores the key's model set for ${words}`, (_id, _allowed, caller, place) =>
    isFree(place, caller),
  );

/** What the entries of the list may be. */
export const fallbackList = rows('fallback.list', {
  ...each('*', failures, (scope) => fail(scope)),
  ...each('*', unknownModels, (scope) => refuse(scope, 'model_not_found')),
  'empty:media': refuse(withEmpty(submissions), 'no_endpoint_available'),
  'all-unknown': recode('no_endpoint_available', 'model_not_found', allUnknown),
  'forbidden-entry': allowing('fallback models', (place) => place > 0),
  'forbidden-entry:later': allowing('later fallback models', (place) => place > 1),
  ...each('forbidden-entry:*', kinds, (route) =>
    allowing(`fallback models of ${route} jobs`, (place, caller) => place > 0 && caller.route === route),
  ),
});
