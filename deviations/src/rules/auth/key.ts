import { type ApiKey, patch, routeNames, type SeenRequest } from '@gateproof/simulator/behaviour';
import { change } from '../../change.ts';
import { answering, besides, idempotencyKeyOf, isObject, namedId } from '../../changes/exchange-changes.ts';
import { acceptDeleted, acceptExpired } from '../../operators/admit.ts';
import { answerWith, json } from '../../operators/answer-with.ts';
import { confuseKeys, readToken } from '../../operators/authenticate.ts';
import { recode, refuse, serve } from '../../operators/refuse.ts';
import { amongRepeats } from '../../operators/repeats.ts';
import { dispatchRefused, runRefused } from '../../operators/run-refused.ts';
import { signWith } from '../../operators/signing.ts';
import { each, rows } from '../../rows.ts';
import { and, at, chats, everywhere, restricted, streams, submissions, where } from '../../scopes.ts';

const minuteMs = 60_000;
const after2038Ms = 2 ** 31 * 1000;
const endOf = (key: ApiKey | undefined) => key?.restrictions.expiresAtMs ?? Number.POSITIVE_INFINITY;

const keyless = where(everywhere, 'without a key', ({ headers }) => headers.authorization === undefined);
const headerless = (words: string, holds: (request: SeenRequest) => boolean) => where(keyless, words, holds);
const unknown = where(everywhere, 'with an unknown key', ({ headers, key }) => !!headers.authorization && !key);
const expired = where(everywhere, 'with an expired key', ({ key, nowMs }) => endOf(key) <= nowMs);
const deleted = where(everywhere, 'with a deleted key', ({ key }) => key?.deleted === true);
const lastHour = where(everywhere, 'in the last hour of a key', ({ key, nowMs }) => endOf(key) - nowMs < 60 * minuteMs);
const laterKeys = where(everywhere, 'with another key than the first of an account', ({ account, key }) =>
  key === undefined ? false : [...(account?.keys.values() ?? [])].indexOf(key) > 0,
);
const siblingDeleted = where(everywhere, 'with a key of an account that has a deleted one', ({ account }) =>
  [...(account?.keys.values() ?? [])].some((key) => key.deleted),
);
/** Requests with keys that were good in an earlier request. */
const goodBefore = (isGood: (use: { readonly key: ApiKey; readonly nowMs?: number }) => boolean) => {
  const used = new WeakSet<ApiKey>();
  return where(
    everywhere,
    'that were good when first used',
    (use: { readonly key: ApiKey; readonly nowMs?: number }) => {
      if (isGood(use)) used.add(use.key);
      return used.has(use.key);
    },
  );
};

/** Requests without a good key that know a job are answered with it. */
const showsJobs = (route: string) =>
  change(`shows jobs at ${route} before it looks at the key`, (behaviour) => {
    const jobs = new Map<string, unknown>();
    const noting = answering((answer) => {
      if (isObject(answer.body) && answer.body.object === 'job') jobs.set(String(answer.body.id), answer.body);
      return answer;
    });
    const known = ({ path }: SeenRequest) => ({
      status: 200,
      contentType: 'application/json',
      body: jobs.get(namedId(path)),
    });
    const knowing = where(at(route), '', ({ path, account }) => account === undefined && jobs.has(namedId(path)));
    return answerWith(knowing, 'jobs', known).apply(noting(behaviour));
  });

/** Whether keys are asked for, taken and refused. */
export const authKey = rows({
  ...each(['image', 'transcription'], (route) => [`auth.key.accepted:${route}`, refuse(at(route), 'unauthorized')]),
  'auth.key.accepted': refuse(at('model-get'), 'unauthorized'),
  'auth.key.accepted:first': refuse(laterKeys, 'unauthorized'),
  'auth.key.accepted:far-expiry': refuse(
    where(restricted('expiresAtMs'), 'after 2038', ({ key }) => endOf(key) >= after2038Ms),
    'unauthorized',
  ),
  'auth.key.required': recode('unauthorized', 'invalid_request'),
  'auth.key.missing': serve(keyless),
  'auth.key.missing:forbidden': recode('unauthorized', 'forbidden', keyless),
  'auth.key.missing:other-header': serve(
    headerless('but X-Api-Key', ({ headers }) => headers['x-api-key'] !== undefined),
  ),
  'auth.key.missing:query': serve(headerless('but api_key in the query', ({ path }) => path.includes('?api_key='))),
  'auth.key.missing:body': serve(
    headerless('but api_key in the body', ({ body }) => isObject(body) && body.api_key !== undefined),
  ),
  'auth.key.missing:repeated': change('looks at the Idempotency-Key before the API key', (behaviour) => {
    const known = new Map<string, unknown>();
    const keeping = answering((answer, request) => {
      const key = idempotencyKeyOf(request);
      if (key !== undefined && request.route === 'chat' && answer.status === 200) known.set(key, answer.body);
      return answer;
    });
    const repeated = headerless('', (request) => known.has(idempotencyKeyOf(request) ?? ''));
    const kept = (request: SeenRequest) => json(known.get(idempotencyKeyOf(request) ?? ''));
    return answerWith(repeated, 'the first answer', kept).apply(keeping(behaviour));
  }),
  'auth.key.unknown': recode('unauthorized', 'forbidden', unknown),
  'auth.key.unknown:stream': serve(and(streams, unknown)),
  'auth.key.near-miss:last-character': confuseKeys(
    'without their last character',
    (secret, token) => secret.slice(0, -1) === token.slice(0, -1),
  ),
  'auth.key.near-miss:longer': confuseKeys('by their beginning', (secret, token) => token.startsWith(secret)),
  'auth.key.near-miss:case': confuseKeys(
    'without regard to case',
    (secret, token) => secret.toLowerCase() === token.toLowerCase(),
  ),
  'auth.key.near-miss:suffix': confuseKeys('by their end', (secret, token) => secret.endsWith(token)),
  'auth.key.expired': acceptExpired(everywhere),
  ...each(routeNames, (route) => [`auth.key.expired:${route}`, acceptExpired(at(route))]),
  'auth.key.expired:forbidden': recode('unauthorized', 'forbidden', expired),
  'auth.key.expired:stream': serve(and(streams, expired)),
  'auth.key.expired:with-models': acceptExpired(restricted('models')),
  'auth.key.expired:grace': acceptExpired(
    where(
      everywhere,
      'for five minutes',
      ({ key, nowMs }: { key: ApiKey; nowMs: number }) => nowMs - endOf(key) < 5 * minuteMs,
    ),
  ),
  'auth.key.expired:remembered': acceptExpired(goodBefore(({ key, nowMs = 0 }) => endOf(key) > nowMs)),
  'auth.key.before-expiry': refuse(lastHour, 'unauthorized'),
  'auth.key.deleted': acceptDeleted(everywhere),
  ...each(routeNames, (route) => [`auth.key.deleted:${route}`, acceptDeleted(at(route))]),
  'auth.key.deleted:stream': serve(and(streams, deleted)),
  'auth.key.deleted:with-models': acceptDeleted(restricted('models')),
  'auth.key.deleted:remembered': acceptDeleted(goodBefore(({ key }) => !key.deleted)),
  'auth.key.deleted:stored': amongRepeats(and(chats, deleted), (repeats, first) =>
    answerWith(repeats, 'the first answer', first),
  ),
  'auth.key.sibling-of-deleted': refuse(siblingDeleted, 'unauthorized'),
  'auth.key.refused-without-effect': dispatchRefused('unauthorized'),
  'auth.key.refused-without-effect:deleted': runRefused('unauthorized', deleted),
  'auth.key.refused-without-effect:expired': runRefused('unauthorized', expired),
  'auth.key.refused-cancel-without-effect': change('cancels jobs although it refuses the key', (behaviour) => {
    const owners = new Map<string, string>();
    return besides((request, answer) => {
      if (submissions.covers(request) && isObject(answer?.body))
        owners.set(String(answer.body.id), String(request.headers.authorization));
      const owner = owners.get(namedId(request.path));
      if (request.route !== 'job-cancel' || answer?.status !== 401 || owner === undefined) return [];
      return [{ method: 'POST', path: request.path, headers: { authorization: owner } }];
    })(behaviour);
  }),

  'auth.scheme.empty-token': serve(
    where(
      everywhere,
      'with Bearer and no token',
      ({ headers }) => String(headers.authorization).trim().toLowerCase() === 'bearer',
    ),
  ),
  'auth.scheme.other:any': readToken('what follows any scheme', (header) => header.split(/ +/)[1]),
  'auth.scheme.other:bare': readToken('a header without a scheme', (header) => header),
  'auth.scheme.other:glued': readToken('what is glued to the scheme', (header) => /^Bearer(\S+)$/.exec(header)?.[1]),
  'auth.scheme.other:password': readToken(
    'the password of a Basic header',
    (header) =>
      Buffer.from(/^Basic (\S+)$/.exec(header)?.[1] ?? '', 'base64')
        .toString()
        .split(':')[1],
  ),

  ...each(routeNames, (route) => [
    `auth.route.${route}`,
    change(
      `serves whoever has no good key at ${route}`,
      patch('authentication', { isOpen: (asked) => asked === route }),
    ),
  ]),
  'auth.route.chat:stream': serve(where(streams, 'without a good key', ({ account }) => account === undefined)),
  ...each(['job-get', 'job-cancel'], (route) => [`auth.route.${route}:existing`, showsJobs(route)]),
  'auth.delivery.signing-secret': signWith('the API key', (_own, { finished }) => [finished.job.key.secret]),
});
