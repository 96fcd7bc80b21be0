import { type ApiKey, type Caller, monthOf, type RunRequest, type SeenRequest } from '@gateproof/simulator/behaviour';
import { dayMs } from '@gateproof/spec';
import { afterwards, answering, beforehand, decide, each, kinds, overrule, remembering, rows } from '../../change.ts';
import { skip } from '../../operators/admit.ts';
import { countOnly, recode, refuse, reportInStream, rerunWhenRefused } from '../../operators/answers.ts';
import { charge, refused, refusedWith } from '../../operators/charge.ts';
import { callRefused, refuseEverAfter } from '../../operators/refused.ts';
import { capOf, chargeKey, forgetSpending, holdAgainstCap, spend, spentIn } from '../../operators/spend.ts';
import { before, isObject, keysOf, namedJob } from '../../requests/seen.ts';
import { keyed, withField } from '../../scopes/bodies.ts';
import { and, at, chats, not, requests, runs, type Scope, streams, submissions, where } from '../../scopes/requests.ts';

const mebibyte = 1024 * 1024;
const largerThan = (bytes: number, scope: Scope) =>
  where(scope, `above ${bytes} bytes`, ({ rawBody }) => rawBody.length > bytes);
const chunked = requests('without a length', ({ headers }) => headers['content-length'] === undefined);
const exactly = where(chunked, 'of one MiB', ({ rawBody }) => rawBody.length === mebibyte);

/** Size of bodies and inputs. */
export const limitSize = rows('limit', {
  'body.refused-chat': recode('payload_too_large', 'invalid_request', chats),
  'body.refused-media': recode('payload_too_large', 'invalid_request', submissions),
  ...each('body.refused-media:*', kinds, (route) => recode('payload_too_large', 'invalid_request', at(route))),
  'body.chunked': recode('payload_too_large', 'invalid_request', chunked),
  'body.chunked:media': recode('payload_too_large', 'invalid_request', and(chunked, submissions)),
  'body.within': refuse(largerThan(1_000_000, runs), 'payload_too_large'),
  ...each('body.within:*', kinds, (route) => refuse(largerThan(mebibyte - 2_000, at(route)), 'payload_too_large')),
  'body.within:chunked': refuse(exactly, 'payload_too_large'),
  'body.without-effect': rerunWhenRefused(and(runs, not(streams)), 413),
  ...each('body.without-effect:*', kinds, (route) => rerunWhenRefused(at(route), 413)),
  'context.refused-stream': recode('context_length_exceeded', 'payload_too_large', streams),
  'context.refused-stream:last-message': countOnly('the last message', (all) => [all.slice(-1)]),
  'context.refused-stream:longest-message': countOnly('the longest message', (all) => all.map((one) => [one])),
  'context.own-model': overrule('admission.isTooLong', 'takes the smallest window of the account', (is, body, model) =>
    is(body, { ...model, contextWindow: Math.min(model.contextWindow, 100) }),
  ),
});

const isOver = (words: string, recent: (count: number) => number) =>
  overrule('admission.isOverRate', words, (isOverRate, count, limit) => isOverRate(recent(count), limit));
const invalid = where(chats, 'without messages', ({ body }) => isObject(body) && !Array.isArray(body.messages));

/** Refuses a request of another account with the same limit when one is beyond it. */
const sharesRates = (scope: Scope) =>
  remembering((limited = new Map<number, object>()) => {
    const sharing = where(scope, 'of accounts that share a limit', ({ account }) => {
      const first = limited.get(account?.rateLimit?.requests ?? 0);
      return first !== undefined && first !== account;
    });
    return [
      afterwards('', (request, answer) => {
        const { account } = request;
        if (!account?.rateLimit || answer?.status !== 429 || !scope.covers(request)) return;
        if (sharing.covers(request)) limited.delete(account.rateLimit.requests);
        else limited.set(account.rateLimit.requests, account);
      }),
      refuse(sharing, 'rate_limited'),
    ];
  });
const underLimit = (scope: Scope) => where(scope, 'under a limit', ({ account }) => account?.rateLimit !== undefined);

/** Requests in a window. */
export const limitRate = rows('limit.rate', {
  'refused-chat': decide('admission', 'never limits rates', { isOverRate: () => false }),
  'refused-chat:one-more': isOver('lets one request too many in', (count) => count - 1),
  'refused-chat:invalid': recode('rate_limited', { code: 'invalid_request', status: 429 }, invalid),
  'refused-media': recode('rate_limited', 'invalid_request', submissions),
  ...each('refused-media:*', kinds, (route) => recode('rate_limited', 'invalid_request', at(route))),
  'refused-media:key': recode('rate_limited', 'invalid_request', and(submissions, keyed)),
  'refused-stream': recode('rate_limited', 'invalid_request', streams),
  'refused-stream:in-stream': reportInStream('rate_limited'),
  within: isOver('refuses the last request within the limit', (count) => count + 1),
  ...each('within:*', kinds, (route) => refuse(underLimit(at(route)), 'rate_limited')),
  recovers: refuseEverAfter('rate_limited'),
  ...each('recovers:*', kinds, (route) => refuseEverAfter('rate_limited', at(route))),
  'other-account': sharesRates(chats),
  ...each('other-account:*', kinds, (route) => sharesRates(at(route))),
  'without-effect': callRefused('rate_limited'),
});

const refusals = ['context_length_exceeded', 'policy_conflict'];
const spent = ({ account, key }: Caller) => spentIn(key, account.clock.now());

/** Keeps what keys have spent by itself, by periods. `counts`: whether a request adds to it. */
const keepSpent = (words: string, periodOf: (nowMs: number) => unknown, counts = (_key: ApiKey) => true) =>
  remembering((spent = new Map<string, number>()) =>
    decide('admission', words, {
      isOverCap({ account, key }, costUsd) {
        const period = `${key.id} ${periodOf(account.clock.now())}`;
        const total = (spent.get(period) ?? 0) + costUsd;
        if (total > capOf(key)) return true;
        if (counts(key)) spent.set(period, total);
        return false;
      },
    }),
  );

/** Requests that run beside others of their key add nothing to what it has spent: the last one to write wins. */
const losingUpdates = remembering(() => {
  const running = new Map<string, number>();
  const count = ({ key }: SeenRequest, change: number) => {
    if (key !== undefined) running.set(key.secret, (running.get(key.secret) ?? 0) + change);
  };
  const isAlone = ({ secret }: ApiKey) => (running.get(secret) ?? 0) <= 1;
  return [
    beforehand('', (request) => void count(request, 1)),
    afterwards('', (request) => void count(request, -1)),
    keepSpent('loses the spending of requests that run beside others', monthOf, isAlone),
  ];
});

/** What jobs of a key cost that run beside one another is lost. */
const losingJobs = remembering((running = new Map<ApiKey, Set<object>>(), isBeside = new WeakSet<object>()) =>
  overrule('jobs.mayMove', 'loses what jobs cost that run beside others', (mayMove, from, to, job) => {
    const may = mayMove(from, to, job);
    const { key, generation, createdAtMs } = job;
    const others = running.get(key) ?? new Set();
    running.set(key, others);
    if (may && to === 'processing') others.add(job);
    if (others.size > 1) for (const one of others) isBeside.add(one);
    if (may && from === 'processing') others.delete(job);
    if (may && to === 'succeeded' && isBeside.has(job)) spend(key, createdAtMs, -generation.chargedUsd);
    return may;
  }),
);

/** Leaves the check of the cap out for the first request of a key for a model. */
const perModel = remembering((isKnown = before()) => {
  const isFirst = ({ key, modelIds: [model] }: Caller & RunRequest) => !isKnown(`${key.id} ${model}`);
  return skip('cap', requests('for the first use of a model by a key', isFirst));
});

/** Gives back what a job cost when it is canceled, although nothing was held back for it then; `isMeant` says for which, by when they were made. */
const giveBack = (words: string, isMeant: (createdAtMs: number, nowMs: number) => boolean) =>
  answering(`gives back the price of canceled jobs ${words}`, (answer, request) => {
    const job = namedJob(request, 'job-cancel');
    if (job !== undefined && answer.status < 300 && isMeant(job.createdAtMs, request.nowMs)) {
      const priceUsd = request.account?.models.get(job.requestedModel)?.priceUsd ?? 0;
      job.key.spentUsd.set(monthOf(request.nowMs), spentIn(job.key, request.nowMs) - priceUsd);
    }
    return answer;
  });

/** What counts against a key's monthly cap. */
export const limitSpend = rows('limit.spend', {
  'adds-up': holdAgainstCap('each request alone', () => 0),
  'adds-up:streams': forgetSpending(streams),
  'adds-up:fallback': forgetSpending(and(chats, withField('models'))),
  'adds-up:side-by-side': losingUpdates,
  'adds-up:lost-update': losingJobs,
  'adds-up:daily': keepSpent('begins anew each day', (nowMs) => Math.floor(nowMs / dayMs)),
  'adds-up:weekly': keepSpent('begins anew each week', (nowMs) => Math.floor(nowMs / (7 * dayMs))),
  'adds-up:whole-dollars': holdAgainstCap('dollars', (caller) => Math.floor(spent(caller))),
  'adds-up:cents': holdAgainstCap('whole cents', (caller) => Math.floor(spent(caller) * 100) / 100),
  'adds-up:deleted-sibling': holdAgainstCap('nothing once a key of the account was deleted', (caller) =>
    keysOf(caller.account).some(({ deleted }) => deleted) ? 0 : spent(caller),
  ),
  'adds-up:given-back-twice': giveBack('once more', () => true),
  'adds-up:given-back-later': giveBack('of earlier months', (from, to) => monthOf(from) !== monthOf(to)),
  'adds-up:per-model': perModel,
  'chat-and-media': holdAgainstCap('requests of one kind', ({ account, key, route }) => {
    const alike = account.generations.filter(({ kind }) => (kind === 'chat') === (route === 'chat'));
    const spentUsd = alike.reduce((sum, { chargedUsd }) => sum + chargedUsd, 0);
    return Math.min(spentUsd, spentIn(key, account.clock.now()));
  }),
  ...each('chat-and-media:*', kinds, (route) => forgetSpending(at(route))),
  'chat-and-media:transcription-alone': holdAgainstCap('each transcription alone', (caller) => {
    return caller.route === 'transcription' ? 0 : spent(caller);
  }),
  'chat-and-media:fallback': charge('nothing for jobs of fallback models', (model, { messages, model: requested }) =>
    messages === undefined && model.id !== requested ? 0 : model.priceUsd,
  ),
  'refused-not-counted': chargeKey(runs, refused),
  'refused-not-counted:media': chargeKey(submissions, ({ status }) => status === 400),
  ...each('refused-not-counted:*', refusals, (code) => chargeKey(runs, refusedWith(code))),
});
