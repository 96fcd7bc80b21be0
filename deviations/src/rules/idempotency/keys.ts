import type { KeyUse } from '@gateproof/simulator/behaviour';
import { each, kinds, rows, together } from '../../change.ts';
import { fail, reject } from '../../operators/answers.ts';
import { ignoreKeys, placeKeys, readKeys, shareOverlapping, takeSubmissions } from '../../operators/idempotency.ts';
import { idempotencyKeyOf } from '../../requests/seen.ts';
import { keyed, unkeyed } from '../../scopes/bodies.ts';
import { and, at, chats, everywhere, runs, type Scope, streams, submissions, where } from '../../scopes/requests.ts';

const cut = (length: number) => (key: string) => key.slice(0, length);
const upTo = (mark: string) => (key: string) => key.split(mark)[0] ?? '';
const asNumber = (key: string) => (/^\d+$/.test(key) ? String(Number(key)) : key);
const lowerCase = (key: string) => key.toLowerCase();
const decoded = (key: string) => decodeURIComponent(key.replace(/%(?![0-9a-f]{2})/gi, '%25').replaceAll('+', ' '));
const marks = { colon: ':', slash: '/', equals: '=', hash: '#', bar: '|' } as const;
const odd = /[^\w-]/;
const absent = ['null', 'undefined', 'none', 'false', '0'];

/** Refuses requests whose key is so. */
const refuseKeys = (words: string, isRefused: (key: string) => boolean, scope: Scope = runs) =>
  reject(withKey(scope, words, isRefused));
const withKey = (scope: Scope, words: string, holds: (key: string) => boolean) =>
  where(scope, `whose key ${words}`, (request) => keyed.covers(request) && holds(idempotencyKeyOf(request) ?? ''));
/** Takes keys for none. */
const ignoreWhere = (scope: Scope<KeyUse>, words: string, isIgnored: (key: string) => boolean) =>
  ignoreKeys(where(scope, words, ({ key }: KeyUse) => isIgnored(key)));

/** How keys are read. */
export const idempotencyKeys = rows('idempotency', {
  ...each('key.whole:*', [32, 64, 128, 250], (count) => readKeys(`their first ${count} characters`, cut(count))),
  'key.whole:last': readKeys('their last 64 characters', (key) => key.slice(-64)),
  'key.whole:letters': readKeys('letters and digits', (key) => key.replace(/[^a-zA-Z0-9]/g, '')),
  'key.whole:decoded': readKeys('what they are in a URL', decoded),
  'key.whole:list': readKeys('what precedes a comma', upTo(',')),
  'key.whole:parameters': readKeys('what precedes a semicolon', upTo(';')),
  'key.whole:blanks': readKeys('single blanks for several', (key) => key.replace(/ +/g, ' ')),
  'key.whole:number': readKeys('their number', asNumber),
  'key.whole:dashes': readKeys('all but dashes', (key) => key.replaceAll('-', '')),
  'key.whole:slashes': readKeys('what follows the last slash', (key) => key.split('/').at(-1) ?? ''),
  'key.whole:colon': readKeys('what follows a colon', (key) => key.replace(/^[^:]*:(?=.)/, '')),
  ...each('key.whole:up-to-*', marks, (mark) => readKeys(`what precedes ${mark}`, (key) => key.split(mark)[0] || key)),
  ...each('key.whole:*', kinds, (route) => readKeys('their first 64 characters', cut(64), at(route))),
  ...each('key.whole:decoded-*', kinds, (route) => readKeys('what they are in a URL', decoded, at(route))),
  'key.whole:decoded-streams': readKeys('what they are in a URL', decoded, streams),
  'key.whole:list-transcription': readKeys('what precedes a comma', upTo(','), at('transcription')),
  'key.whole:number-image': readKeys('numbers', asNumber, at('image')),
  'key.whole:jobs': readKeys('their first 200 characters', cut(200), submissions),
  'key.whole:streams': readKeys('their first 64 characters', cut(64), streams),
  'key.letter-case': readKeys('lower case', lowerCase),
  'key.letter-case:media': readKeys('lower case', lowerCase, submissions),
  'key.letter-case:transcription': readKeys('lower case', lowerCase, at('transcription')),
  'key.letter-case:streams': readKeys('lower case', lowerCase, streams),
  'key.printable': refuseKeys('has other characters than letters, digits, _ and -', (key) => odd.test(key)),
  'key.printable:long': refuseKeys('is above 128 characters', (key) => key.length > 128),
  'key.printable:almost': refuseKeys('has 255 characters', (key) => key.length > 254),
  'key.printable:media': refuseKeys('is above 64 characters', (key) => key.length > 64, submissions),
  'key.printable:media-letters': refuseKeys('has odd characters', (key) => odd.test(key), submissions),
  'key.printable:short': refuseKeys('is below eight characters', (key) => key.length < 8),
  'key.printable:comma': refuseKeys('has a comma', (key) => key.includes(',')),
  'key.printable:blank': refuseKeys('has a blank', (key) => key.includes(' ')),
  'key.printable:prototype': refuseKeys('is a name of its language', (key) => key in {}),
  'key.printable:markup': refuseKeys('has brackets or quotes', (key) => /[<>"'`]/.test(key)),
  'key.printable:backslash': refuseKeys('has a backslash or a brace', (key) => /[\\{}]/.test(key)),
  'key.odd:twice': fail(withKey(everywhere, 'came twice', (key) => /^(.+), \1$/.test(key))),
  'key.odd': fail(withKey(everywhere, 'is above 255 characters', (key) => key.length > 255)),
  'key.left-out': reject(and(at('transcription'), unkeyed)),
  'chat.one-generation:names': ignoreWhere(chats, 'like null', (key) => absent.includes(key)),
  'chat.one-generation:short': ignoreWhere(chats, 'below eight characters', (key) => key.length < 8),
  'media.one-run:names': ignoreWhere(submissions, 'like null', (key) => absent.includes(key)),
  'media.one-run:short': ignoreWhere(submissions, 'below eight characters', (key) => key.length < 8),
  'scope.account-chat': placeKeys('route and key', ({ route, key }) => [route, key]),
  'scope.account-chat:equal': placeKeys('key and body', ({ key, body }) => [key, body], chats),
  'scope.account-chat:at-once': shareOverlapping(chats),
  ...each('scope.account-media:at-once-*', kinds, (kind) => together(takeSubmissions(20), shareOverlapping(at(kind)))),
  'scope.account-media': placeKeys('route and key', ({ route, key }) => [route, key], submissions),
  'scope.account-media:equal': placeKeys('key and body', ({ route, key, body }) => [route, key, body], submissions),
});
