import { canonicalJson, type SeenRequest, type SentAnswer } from '@gateproof/simulator/behaviour';
import { hourMs } from '@gateproof/spec';
import { answering, answeringBody, type Change, decide, freedomRows, remembering } from '../change.ts';
import { all, pick, set } from '../edits/fields.ts';
import { answerWith, refuse, reject } from '../operators/answers.ts';
import { inErrors } from '../operators/edit-messages.ts';
import { refuseUrls } from '../operators/endpoints.ts';
import { placeKeys } from '../operators/idempotency.ts';
import { renderingAgain } from '../operators/jobs.ts';
import { amongRepeats, refuseRepeats, withHistory } from '../operators/refused.ts';
import { by, isChat, isMedia, isObject } from '../requests/seen.ts';
import { keyed } from '../scopes/bodies.ts';
import { withOtherHeaders } from '../scopes/repeats.ts';
import { and, requests, runs, streams } from '../scopes/requests.ts';

const keyedRuns = and(runs, keyed);
const placeOf = by('account', 'route', 'key');

/** The answer with its body as JSON: a variation of the bytes may have made text of it, and does so again. */
function asItWas(answer: SentAnswer): SentAnswer {
  return typeof answer.body === 'string' ? { ...answer, body: JSON.parse(answer.body) } : answer;
}

/** The error without the id of the first request, which a variation may leave out. */
function withoutRequestId(answer: SentAnswer): SentAnswer {
  const { body } = asItWas(answer);
  const error = isObject(body) ? body.error : undefined;
  if (!isObject(error)) return answer;
  const { request_id: _first, ...rest } = error;
  return { ...answer, body: { error: rest } };
}

interface Firsts {
  /** Whether the body under the key is the first one's; undefined where there was none of the kind. */
  isSame(request: SeenRequest): boolean | undefined;
  answerOf(request: SeenRequest): SentAnswer | undefined;
}

/** A change that knows the first answer under each key that is of a kind, with what was asked. */
const knowingFirsts = (
  is: (answer: SentAnswer, request: SeenRequest) => boolean,
  make: (firsts: Firsts) => Change,
  kept: (answer: SentAnswer) => SentAnswer = withoutRequestId,
): Change =>
  remembering(() => {
    const known = new Map<string, { readonly body: string; readonly answer: SentAnswer }>();
    const firstOf = (request: SeenRequest) => (keyedRuns.covers(request) ? known.get(placeOf(request)) : undefined);
    const isSame = (request: SeenRequest) => {
      const first = firstOf(request);
      return first && first.body === canonicalJson(request.body);
    };
    return [
      answering('', (answer, request) => {
        const isFirst = keyedRuns.covers(request) && request.account !== undefined && !known.has(placeOf(request));
        if (isFirst && is(answer, request))
          known.set(placeOf(request), { body: canonicalJson(request.body), answer: kept(answer) });
        return answer;
      }),
      make({ isSame, answerOf: (request) => firstOf(request)?.answer }),
    ];
  });
const answersAgain = ({ isSame, answerOf }: Firsts) => {
  const failedBefore = requests('that failed before', (request) => isSame(request) === true);
  return answerWith(failedBefore, 'the first error', answerOf);
};
const refusesOthers = ({ isSame }: Firsts) => {
  const ofOtherBodies = requests('with another body than the first', (request) => isSame(request) === false);
  return refuse(ofOtherBodies, 'idempotency_conflict');
};

/** Refusals of the body, as against those of the caller or of the moment. */
const isBodyRefusal = ({ status }: SentAnswer) => status === 400 || status === 404;
const isFailedChat = ({ status }: SentAnswer, request: SeenRequest) => status >= 500 && isChat(request);

/** The body without what says no more than leaving it out. */
function withoutDefaults(body: unknown): unknown {
  const isDefault = ([name, value]: [string, unknown]) => value === null || (name === 'stream' && value === false);
  return isObject(body) ? Object.fromEntries(Object.entries(body).filter((field) => !isDefault(field))) : body;
}

/** A submission that comes again is answered with the job as it is now. */
const readingNow = renderingAgain((renderAgain) =>
  answering('answers a submission that comes again with the job as it is now', (answer, request) => {
    if (!isMedia(request) || answer.status !== 202 || !isObject(answer.body)) return answer;
    return { ...answer, body: renderAgain(String(answer.body.id), request.nowMs) ?? answer.body };
  }),
);

const refuseKeys = (words: string, isBad: (key: string) => boolean) =>
  reject(
    requests(`whose key ${words}`, ({ headers: { 'idempotency-key': key } }) => typeof key === 'string' && isBad(key)),
  );

/** How what comes again under a key may be taken otherwise. */
export const repeatedVariations = freedomRows({
  'F031 repeated.refusal-again': knowingFirsts(isBodyRefusal, answersAgain),
  'F031 repeated.refused-owns-key': knowingFirsts(isBodyRefusal, refusesOthers),
  'F031 repeated.failure-again': knowingFirsts(isFailedChat, answersAgain),
  'F049 repeated.failure-as-it-was': knowingFirsts(isFailedChat, answersAgain, asItWas),
  'F042 repeated.conflict-first': knowingFirsts(({ status }) => status < 300, refusesOthers),
  'F030 repeated.job-as-it-is': readingNow,
  'F079 repeated.created-at-spelled': withHistory((history) =>
    answeringBody('spells created_at otherwise when it renders a job again', (body, request, status) => {
      const { created_at: at } = body;
      const isAgain = isMedia(request) && status < 300 && history.before(request).length > 0;
      return isAgain && typeof at === 'string' ? { ...body, created_at: at.replace(/Z$/, '+00:00') } : body;
    }),
  ),
  'F032 repeated.defaults-left-out': decide('idempotency', 'compares bodies without nulls and defaults', {
    fingerprint: (body) => canonicalJson(withoutDefaults(body)),
  }),
  'F036 repeated.long-keys-refused': refuseKeys('is above 255 characters', (key) => key.length > 255),
  'F036 repeated.ascii-keys': refuseKeys('is not ASCII', (key) => /[^ -~]/.test(key)),
  'F036 repeated.empty-keys-refused': refuseKeys('is empty', (key) => key === ''),
});

const bytes = (_body: unknown, raw: Uint8Array) => Buffer.from(raw).toString('base64');

/** How idempotency keys may be taken otherwise. */
export const idempotencyVariations = freedomRows({
  'F027 idempotency.chat.conflict-when-finished': decide('idempotency', 'refuses a chat request that comes again', {
    chatWhenFinished: 'conflict',
  }),
  'F028 idempotency.chat.waits': decide('idempotency', 'lets chats wait for the first', { whenRunning: 'wait' }),
  'F029 idempotency.media.conflict-when-overlapping': decide('idempotency', 'refuses overlapping submissions', {
    whenSubmitting: 'conflict',
  }),
  'F030 idempotency.media.replay-200': decide('idempotency', 'answers repeats of jobs with 200', { replayStatus: 200 }),
  'F031 idempotency.failure-keeps-key': decide('idempotency', 'keeps keys of failed chats', { failureFreesKey: false }),
  'F032 idempotency.bytes': decide('idempotency', 'compares bodies byte for byte', { fingerprint: bytes }),
  'F033 idempotency.one-namespace': decide('idempotency', 'keeps one namespace for all routes', ({ scope }) => ({
    scope: (use) => scope({ ...use, route: 'any' }),
    fingerprint: bytes,
  })),
  'F034 idempotency.per-api-key': placeKeys('API key, route and key', (use) =>
    pick(use, 'accountId', 'apiKeyId', 'route', 'key'),
  ),
  'F035 idempotency.day': decide('idempotency', 'forgets keys after 25 hours', { lifetimeMs: 25 * hourMs }),
  'F036 idempotency.empty-key': decide('idempotency', 'takes an empty key for a key', { keyOf: (header) => header }),
});

const withoutCredit = requests('without credit', ({ account }) => account !== undefined && account.creditUsd <= 0);
const details = all(set('state', { name: 'finished' }), set('usage', { units: { requests: 1 } }), set('cost', null));

/** What may be refused of requests that come again, and of webhook URLs. */
export const repeatRefusalVariations = freedomRows({
  'F102 refusal.public-literals': refuseUrls('addresses', /^https:\/\/(\d+\.\d+\.\d+\.\d+(?=[:/?#]|$)|\[)/),
  'F038 refusal.repeated-streams': refuseRepeats(streams, 'idempotency_conflict'),
  'F037 refusal.other-headers': remembering(() => refuse(withOtherHeaders(runs), 'idempotency_conflict')),
  'F041 refusal.replay-before-credit': amongRepeats(withoutCredit, (repeats, first) =>
    answerWith(repeats, 'the first result', (request) => {
      return (first(request)?.status ?? 500) < 300 ? first(request) : undefined;
    }),
  ),
  'F022 refusal.conflict-details': inErrors(details, 'idempotency_conflict'),
});
