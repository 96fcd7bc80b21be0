import { type ApiKey, routeNames, type SeenRequest } from '@gateproof/simulator/behaviour';
import { minuteMs } from '@gateproof/spec';
import { afterwards, type Change, each, kinds, overrule, remembering, rows } from '../../change.ts';
import { acceptDeleted, acceptExpired } from '../../operators/admit.ts';
import { answerFirst, answerList, answerWith, fail, json, recode, refuse, serve } from '../../operators/answers.ts';
import { amongRepeats, callRefused, cancelRefused, refuseEverAfter, runRefused } from '../../operators/refused.ts';
import { signWith } from '../../operators/secrets.ts';
import { bodyOf, by, isObject, keysOf, namedId, patternOf } from '../../requests/seen.ts';
import { keyed } from '../../scopes/bodies.ts';
import { and, at, chats, everywhere, requests, restricted, type Scope, streams, where } from '../../scopes/requests.ts';

/** Takes keys for one that they are not quite. */
const confuseKeys = (words: string, isSame: (secret: string, token: string) => boolean): Change =>
  overrule('authentication.find', `compares keys ${words}`, (find, registry, token) => {
    return find(registry, token) ?? [...registry.holders()].find(({ key }) => isSame(key.secret, token));
  });

/** Finds a key in Authorization headers that hold none. `words`: where. */
const decoded = (text: string) => Buffer.from(text, 'base64').toString();
const passwordOf = (header: string) => decoded(header.replace(/^Basic /, '')).split(':')[1];
const readToken = (words: string, read: (header: string) => string | undefined): Change =>
  overrule('authentication.tokenOf', `takes ${words} for the key`, (of, sent = '') => of(sent) ?? read(sent.trim()));

const after2038Ms = 2 ** 31 * 1000;
const endOf = (key: ApiKey | undefined) => key?.restrictions.expiresAtMs ?? Number.POSITIVE_INFINITY;
const keyless = requests('without a key', ({ headers }) => headers.authorization === undefined);
const headerless = (words: string, holds: (request: SeenRequest) => boolean) => where(keyless, words, holds);
const keyInQuery = headerless('but api_key in the query', ({ path }) => path.includes('?api_key='));
const keyInOtherHeader = headerless('but X-Api-Key', ({ headers }) => headers['x-api-key'] !== undefined);
const header = (words: string, pattern: RegExp) =>
  requests(words, ({ headers }) => pattern.test(String(headers.authorization ?? '')));
const otherScheme = header('under another scheme than Bearer', /^(?!bearer\b)\S/i);
const withoutToken = header('with Bearer alone', /^bearer *$/i);
const reads = ['model-list', 'model-get', 'job-get', 'job-cancel'];
const unknown = requests('with an unknown key', ({ headers, key }) => !!headers.authorization && !key);
const expired = requests('with an expired key', ({ key, nowMs }) => endOf(key) <= nowMs);
const nobody = requests('without a known key', ({ account }) => account === undefined);
const forms: Record<string, Scope> = { image: at('image'), transcription: at('transcription'), stream: streams };
const deleted = requests('with a deleted key', ({ key }) => key?.deleted === true);
const lastHour = requests('in the last hour of a key', ({ key, nowMs }) => endOf(key) - nowMs < 60 * minuteMs);
const strangers = requests('without a good key', ({ account, key, nowMs }) => {
  return account === undefined || key?.deleted === true || endOf(key) <= nowMs;
});
const laterKeys = requests('with another key than the first of an account', ({ account, key }) => {
  return key !== undefined && keysOf(account).indexOf(key) > 0;
});
const siblingDeleted = requests('beside a deleted key', ({ account }) => keysOf(account).some((key) => key.deleted));
const farExpiry = where(restricted('expiresAtMs'), 'after 2038', ({ key }) => endOf(key) >= after2038Ms);
const capitals = requests('with a header in capitals', ({ headerNames }) => headerNames.includes('AUTHORIZATION'));
type Use = { readonly key: ApiKey; readonly nowMs?: number };

/** Requests with keys that were good in an earlier request. */
const goodBefore = (isGood: (use: Use) => boolean) => {
  const used = new WeakSet<ApiKey>();
  return requests('that were good when first used', (use: Use) => {
    if (isGood(use)) used.add(use.key);
    return used.has(use.key);
  });
};

/** Requests without a good key that know a job are answered with it. */
const showsJobs = (route: string) =>
  remembering(() => {
    const jobs = new Map<string, unknown>();
    const known = where(at(route), 'before it looks at the key', ({ path, account }) => {
      return account === undefined && jobs.has(namedId(path));
    });
    return [
      afterwards('', (_request, answer) => {
        if (isObject(answer?.body) && answer.body.object === 'job') jobs.set(String(answer.body.id), answer.body);
      }),
      answerWith(known, 'jobs', ({ path }) => json(jobs.get(namedId(path)))),
    ];
  });

/** Whether keys are asked for, taken and refused. */
export const authKey = rows('auth', {
  ...each('key.accepted:*', kinds, (route) => refuse(at(route), 'unauthorized')),
  'key.accepted': refuse(at('model-get'), 'unauthorized'),
  'key.accepted:capitals': refuse(capitals, 'unauthorized'),
  'key.accepted:first': refuse(laterKeys, 'unauthorized'),
  'key.accepted:far-expiry': refuse(farExpiry, 'unauthorized'),
  'key.required': recode('unauthorized', 'invalid_request'),
  'key.missing': serve(keyless),
  'key.missing:forbidden': recode('unauthorized', 'forbidden', keyless),
  'key.missing:other-header': serve(keyInOtherHeader),
  'key.missing:query': serve(keyInQuery),
  'key.missing:body': serve(headerless('but api_key in the body', (request) => 'api_key' in bodyOf(request))),
  'key.missing:cookie': serve(headerless('but a cookie', ({ headers }) => headers.cookie !== undefined)),
  ...each('key.missing:other-header-*', reads, (route) => answerList(and(at(route), keyInOtherHeader))),
  'key.missing:repeated': answerFirst(and(chats, keyed), by('key'), keyless),
  'key.unknown': recode('unauthorized', 'forbidden', unknown),
  'key.unknown:stream': serve(and(streams, unknown)),
  'key.unknown:pattern': confuseKeys('as patterns of any text', (secret, token) => {
    return token.includes('%') && patternOf(token).test(secret);
  }),
  'key.unknown:long': fail(and(unknown, header('of more than 255 characters', /^Bearer .{256}/s))),
  'key.unknown:bytes': fail(and(unknown, header('beyond ASCII', /[^ -~]/))),
  'key.near-miss:last-character': confuseKeys('without their last character', (secret, token) => {
    return secret.slice(0, -1) === token.slice(0, -1);
  }),
  'key.near-miss:longer': confuseKeys('by their beginning', (secret, token) => token.startsWith(secret)),
  'key.near-miss:case': confuseKeys('in any case', (secret, token) => secret.toLowerCase() === token.toLowerCase()),
  'key.near-miss:pattern': confuseKeys('as patterns', (secret, token) => patternOf(token).test(secret)),
  'key.near-miss:suffix': confuseKeys('by their end', (secret, token) => secret.endsWith(token)),
  'key.expired': acceptExpired(everywhere),
  ...each('key.expired:*', routeNames, (route) => acceptExpired(at(route))),
  'key.expired:forbidden': recode('unauthorized', 'forbidden', expired),
  'key.expired:stream': serve(and(streams, expired)),
  'key.expired:with-models': acceptExpired(restricted('models')),
  'key.expired:grace': acceptExpired(
    requests('for five minutes', ({ key, nowMs }: { key: ApiKey; nowMs: number }) => nowMs - endOf(key) < 5 * minuteMs),
  ),
  'key.expired:remembered': acceptExpired(goodBefore(({ key, nowMs = 0 }) => endOf(key) > nowMs)),
  'key.before-expiry': refuse(lastHour, 'unauthorized'),
  'key.deleted': acceptDeleted(everywhere),
  ...each('key.deleted:*', routeNames, (route) => acceptDeleted(at(route))),
  'key.deleted:stream': serve(and(streams, deleted)),
  'key.deleted:with-models': acceptDeleted(restricted('models')),
  'key.deleted:remembered': acceptDeleted(goodBefore(({ key }) => !key.deleted)),
  'key.deleted:stored': amongRepeats(and(chats, deleted), (again, of) => answerWith(again, 'the first answer', of)),
  'key.sibling-of-deleted': refuse(siblingDeleted, 'unauthorized'),
  'key.refused-without-effect': callRefused('unauthorized'),
  ...each('key.refused-without-effect:*', { deleted, expired }, (scope) => runRefused('unauthorized', scope)),
  ...each('key.refused-without-effect:*-deleted', forms, (form) => runRefused('unauthorized', and(form, deleted))),
  ...each('key.refused-without-effect:*-expired', forms, (form) => runRefused('unauthorized', and(form, expired))),
  ...each('key.refused-without-effect:*-nobody', kinds, (kind) => callRefused('unauthorized', and(at(kind), nobody))),
  'key.refused-cancel-without-effect': cancelRefused('unauthorized'),
  ...each('key.refused-cancel-without-effect:*', { deleted, expired }, (of) => cancelRefused('unauthorized', of)),
  'key.sibling-of-restricted:models': refuseEverAfter('forbidden', restricted('models')),
  'key.sibling-of-restricted:addresses': refuseEverAfter('forbidden', restricted('ipRanges')),
  'key.sibling-of-restricted:policy': refuseEverAfter('policy_conflict'),
  'key.sibling-of-restricted:expiry': refuseEverAfter('unauthorized', expired),
  'scheme.empty-token': serve(withoutToken),
  ...each('scheme.other:*', reads, (route) => answerList(and(at(route), otherScheme))),
  'scheme.other:any': readToken('what follows any scheme', (header) => header.split(/ +/)[1]),
  'scheme.other:bare': readToken('a header without a scheme', (header) => header),
  'scheme.other:glued': readToken('what is glued to the scheme', (header) => /^Bearer(\S+)$/.exec(header)?.[1]),
  'scheme.other:password': readToken('the password of a Basic header', passwordOf),
  ...each('route.*', routeNames, (route) => answerList(and(at(route), strangers))),
  'route.chat:stream': serve(and(streams, nobody)),
  ...each('route.*:query', ['job-get', 'model-get', 'model-list'], (route) => answerList(and(at(route), keyInQuery))),
  ...each('route.*:existing', ['job-get', 'job-cancel'], (route) => showsJobs(route)),
  'delivery.signing-secret': signWith('the API key', (_own, { finished }) => [finished.job.key.secret]),
});
