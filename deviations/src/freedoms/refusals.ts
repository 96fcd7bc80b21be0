import type { RunStep, SeenRequest } from '@gateproof/simulator/behaviour';
import { afterwards, answering, type Change, decide, freedomRows, overrule, remembering, together } from '../change.ts';
import { answerList, recode, refuse, refuseField, reject, serve } from '../operators/answers.ts';
import { chargeFor, type IsMeant } from '../operators/charge.ts';
import { capOf, chargeKey } from '../operators/spend.ts';
import { bodyOf, errorIn, isObject, type JsonObject, keysOf } from '../requests/seen.ts';
import { keyed } from '../scopes/bodies.ts';
import { and, at, chats, not, requests, restricted, runs, type Scope, where } from '../scopes/requests.ts';

/** Requests that run a model, by their body. */
const bodies = (words: string, holds: (body: JsonObject, request: SeenRequest) => boolean): Scope =>
  where(runs, words, (request) => holds(bodyOf(request), request));
/** Chat requests by their messages. */
const messages = (words: string, holds: (messages: readonly unknown[]) => boolean): Scope =>
  where(at('chat'), words, (request) => {
    const { messages: sent } = bodyOf(request);
    return Array.isArray(sent) && holds(sent);
  });

const noMessages = messages('without messages', (sent) => sent.length === 0);
const contentParts = messages('with content that is no text', (sent) => {
  return sent.some((message) => !isObject(message) || typeof message.content !== 'string');
});

const hasOther = (value: unknown, known: readonly string[]) =>
  isObject(value) && Object.keys(value).some((name) => !known.includes(name));
const serviceKeys = ['zdr', 'retention', 'region', 'preset'];
/** The service's own object among the fields of a body. */
const serviceOf = (body: JsonObject) =>
  Object.entries(body).find(([name, value]) => isObject(value) && !['provider', 'response_format'].includes(name))?.[1];
const otherProvider = bodies('with unknown keys of provider', ({ provider }) => hasOther(provider, ['only']));
const otherService = bodies('with unknown keys of svc', (body) => hasOther(serviceOf(body), serviceKeys));
const withTools = requests('with tools', (request) => {
  const { tools } = bodyOf(request);
  return Array.isArray(tools) && tools.length > 0 && tools.every(isObject);
});
const isOdd = (value: unknown, from: number, to: number) => typeof value === 'number' && (value < from || value > to);
const withOddValues = requests('with values out of range', (request) => {
  const { max_tokens: most, max_completion_tokens: mostCompletion, temperature } = bodyOf(request);
  return isOdd(most, 1, 1e9) || isOdd(mostCompletion, 1, 1e9) || isOdd(temperature, 0, 2);
});
const beyondCap = where(at('model-get', 'job-get', 'job-cancel'), 'by keys with a small cap', ({ key }) => {
  return key !== undefined && capOf(key) < 1;
});
const pathLike = (words: string, pattern: RegExp, ...routes: readonly string[]): Scope =>
  where(at(...routes), words, ({ path }) => pattern.test(path));
const jobPaths = pathLike('with odd ids', /^\/v1\/jobs\/(?!job_[a-z0-9]+(\/|\?|$))/, 'job-get', 'job-cancel');
const isLongList = ({ models }: JsonObject) =>
  Array.isArray(models) && models.length > 5 && models.every((id) => typeof id === 'string');
const plainId = /^[\w.-]+(\/[\w.-]+)*$/;
const bareReads = pathLike('without a slash', /^\/v1\/models\/(?![^/?]+(\/|%2f))/i, 'model-get');
const oddIds = where(at('model-get'), 'of ids that no model has, for their characters', ({ account, path }) => {
  const id = decodeURIComponent(path.replace(/^\/v1\/models\/|\?.*$/g, ''));
  return account?.models.has(id) === false && !plainId.test(id);
});
const oddModels = where(runs, 'for ids with other characters than words have', ({ body }) => {
  return isObject(body) && !plainId.test(String(body.model));
});

/** Answers errors to some requests as others. */
type IsAnswered = (request: SeenRequest, status: number) => boolean;
/** Holds other costs against a cap. */
const costing = (words: string, costOf: (usd: number) => number) =>
  overrule('admission.isOverCap', words, (isOver, caller, usd) => isOver(caller, costOf(usd)));

const answered = (code: string, words: string, status: number, isMeant: IsAnswered) =>
  answering(`answers ${code} ${words}`, (answer, request) => {
    const error = errorIn(answer);
    if (error === undefined || !isMeant(request, answer.status)) return answer;
    return { ...answer, status, body: { error: { ...error, code } } };
  });
const isOwnJob = ({ path }: SeenRequest) => /^\/v1\/jobs\/job_[01][0-9a-z]{20}(\/|\?|$)/.test(path);

/** What may be refused that others take, and refused otherwise. */
export const refusalVariations = freedomRows({
  'F007 refusal.provider-keys': reject(otherProvider, 'provider: no such option.'),
  'F008 refusal.service-keys': reject(otherService, 'svc: no such option.'),
  'F064 refusal.reads-of-capped-key': refuse(beyondCap, 'budget_exceeded', 'The monthly cap of the key is reached.'),
  'F064 refusal.broke-reads': overrule('admission.requestSteps', 'refuses reads without credit', (present, caller) => {
    return [...present(caller), 'credit' as const];
  }),
  'F009 refusal.no-messages': reject(noMessages, 'messages: must not be empty.'),
  'F009 refusal.content-parts': reject(contentParts, 'messages: content must be a string.'),
  'F069 refusal.odd-values': reject(withOddValues, 'max_tokens, max_completion_tokens or temperature: out of range.'),
  'F040 refusal.key-on-reads': reject(and(not(runs), keyed)),
  'F074 refusal.six-models-unsupported': answered('unsupported_capability', 'to six models', 400, (request, status) => {
    return status === 400 && isLongList(bodyOf(request));
  }),
  'F074 list.counts-models': decide('bodies', 'counts a repeated fallback once', ({ problem, maxFallbackModels }) => ({
    maxFallbackModels: Number.POSITIVE_INFINITY,
    problem: (body, serviceField) =>
      Array.isArray(body.models) && new Set(body.models).size > maxFallbackModels
        ? { field: 'models', wanted: `must name at most ${maxFallbackModels} models` }
        : problem(body, serviceField),
  })),
  'F010 refusal.tools': refuse(withTools, 'unsupported_capability'),
  'F010 refusal.tools-invalid': reject(withTools),
  'F109 refusal.malformed-job-ids': reject(jobPaths),
  // Instead of job_not_found, so that whoever may not ask is refused for that first.
  'F109 strict.job-ids': answering('refuses job ids that can not be its own as invalid', (answer, request) => {
    const isMeant = errorIn(answer)?.code === 'job_not_found' && request.route.startsWith('job-') && !isOwnJob(request);
    const changed = { code: 'invalid_request', type: 'invalid_request_error' };
    return isMeant ? { ...answer, status: 400, body: { error: { ...errorIn(answer), ...changed } } } : answer;
  }),
  'F086 strict.retry-of': refuseField('a retry_of that can not be its own', 'retry_of', ({ retry_of: id }) => {
    return typeof id === 'string' && !/^job_[01][0-9a-z]{20}$/.test(id);
  }),
  'F131 refusal.encoded-slash': refuse(pathLike('with an encoded slash', /%2f/i, 'model-get'), 'model_not_found'),
  'F131 strict.model-ids': reject(bareReads, 'id: must be author/slug.'),
  'F131 strict.model-id-characters': reject(oddIds, 'id: must be author/slug.'),
  'F044 strict.model-characters': recode('no_endpoint_available', 'invalid_request', oddModels),
  'F131 strict.model-route': answered('not_found', 'to reads of models without a slash', 404, (request, status) => {
    return status === 404 && bareReads.covers(request);
  }),
  'F065 refusal.cap-when-equal': costing('refuses what reaches the cap', (usd) => usd + 1e-9),
  'F065 auth.cap.estimates': costing('estimates costs half as high again', (usd) => usd * 1.5),
  'F046 refusal.unknown-route-code': decide('errors', 'has its own code for unknown paths', (of) => ({
    translate: (error) => (error.code === 'not_found' ? error.as('no_such_route') : of.translate(error)),
    status: (error) => (error.code === 'no_such_route' ? 404 : of.status(error)),
  })),
  'F046 refusal.unknown-route-moved': overrule('errors.status', 'answers unknown paths as moved', (status, error) =>
    error.code === 'not_found' ? 308 : status(error),
  ),
});

const lagMs = 300;
const filtersFirst = 'capability model key-models filters policy credit cap context'.split(' ') as RunStep[];
const bookedLate = remembering((booked = new Map<string, ReadonlyMap<string, number>>()) => [
  afterwards('', ({ account }) => {
    account?.clock.setTimer(lagMs, () => {
      for (const { id, spentUsd } of account.keys.values()) booked.set(id, new Map(spentUsd));
    });
  }),
  overrule('admission.isOverCap', 'books costs a moment after the answer', (present, caller, costUsd) =>
    present({ ...caller, key: { ...caller.key, spentUsd: new Map(booked.get(caller.key.id)) } }, costUsd),
  ),
]);

const deletedLate = remembering((seenAtMs = new Map<string, number>()) =>
  overrule('authentication.isDeleted', 'serves a deleted key for a moment', (isDeleted, { key, account }, route) => {
    if (!isDeleted({ key, account }, route)) return false;
    const nowMs = account.clock.now();
    seenAtMs.set(key.secret, seenAtMs.get(key.secret) ?? nowMs);
    return nowMs - (seenAtMs.get(key.secret) ?? nowMs) > lagMs;
  }),
);

/** As a gateway does that takes its neighbours for proxies. */
const namedByProxy = where(restricted('ipRanges'), 'with one address in X-Forwarded-For', ({ headers }) => {
  return /^[\d.]+$/.test(String(headers['x-forwarded-for']));
});

/** Requests without a key in their header, but with one that has been good in another place. */
const keyElsewhere = (words: string, secretIn: (request: SeenRequest) => unknown): Change =>
  remembering((good = new Set<unknown>()) => {
    const meant = requests(`whose only key is ${words}`, (request: SeenRequest) => {
      return request.headers.authorization === undefined && good.has(secretIn(request));
    });
    return [
      afterwards('', ({ account }) => {
        for (const { secret, deleted } of keysOf(account)) if (!deleted) good.add(secret);
      }),
      serve(meant),
      answerList(and(at('model-list'), meant)),
    ];
  });
const queryOf = (path: string) => new URLSearchParams(path.replace(/^[^?]*/, ''));

/** What an endpoint failed, or the gateway itself. */
const failed: IsMeant = ({ status }) => status >= 500;

/** What keys are held to may take hold otherwise. */
export const authVariations = freedomRows({
  'F065 auth.cap.booked-late': bookedLate,
  'F065 auth.cap.failures-cost': together(chargeFor(chats, 'that fail', failed, 1), chargeKey(chats, failed)),
  'F156 auth.address.named-by-proxy': together(serve(namedByProxy), answerList(and(at('model-list'), namedByProxy))),
  'F019 auth.key.deleted-late': deletedLate,
  'F160 auth.key.in-another-header': keyElsewhere('X-Api-Key', ({ headers }) => headers['x-api-key']),
  'F160 auth.key.in-the-query': keyElsewhere('api_key in the query', ({ path }) => queryOf(path).get('api_key')),
  'F160 auth.key.in-a-cookie': keyElsewhere('a cookie', ({ headers }) => {
    return /(?:^|; )api_key=([^;]*)/.exec(String(headers.cookie))?.[1];
  }),
  'F160 auth.key.in-the-body': keyElsewhere('api_key in the body', (request) => bodyOf(request).api_key),
  'F042 auth.policy.nowhere-first': together(
    decide('admission', 'looks for an endpoint in the region before the policy', { runSteps: () => filtersFirst }),
    overrule('admission.excludingFilters', '', (present, request) => {
      const { region = 'home' } = request.service;
      return region === 'home' ? present(request) : [...present(request), 'region'];
    }),
  ),
});
