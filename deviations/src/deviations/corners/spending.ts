import {
  type ApiKey,
  countTokens,
  type Job,
  monthOf,
  patch,
  type RunRequest,
  type RunStep,
} from '@gateproof/simulator/behaviour';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

const dayMs = 86_400_000;

/** Leaves a step out for streamed requests. */
const notForStreams = (step: RunStep) =>
  patch('admission', { skips: (left, _caller, { body }) => left === step && body.stream === true });
const notFor = (step: RunStep, kind: 'image' | 'transcription') =>
  patch('admission', { skips: (left, _caller, request) => left === step && request.kind === kind });

/** What counts against a cap is told by `spent`, from the key and the month that it is. */
const overCapWhere = (spent: (key: ApiKey, month: string) => number) =>
  patch('admission', {
    isOverCap({ account, key }, costUsd) {
      const cap = key.restrictions.monthlyCapUsd;
      return cap !== undefined && spent(key, monthOf(account.clock.now())) + costUsd > cap;
    },
  });

/** What a key has spent is taken from `spent`; each period of so many days begins anew. */
const perDays = (days: number) =>
  patch('admission', () => {
    const spent = new Map<string, number>();
    return {
      isOverCap({ account, key }, costUsd) {
        const cap = key.restrictions.monthlyCapUsd;
        if (cap === undefined || costUsd === 0) return false;
        const period = `${key.id} ${Math.floor(account.clock.now() / (days * dayMs))}`;
        const before = spent.get(period) ?? 0;
        if (before + costUsd > cap) return true;
        spent.set(period, before + costUsd);
        return false;
      },
    };
  });

const messagesOf = (body: Readonly<Record<string, unknown>>) => (Array.isArray(body.messages) ? body.messages : []);

/** Leaves a step out for requests with a list of fallback models. */
const notForLists = (step: RunStep, kinds: readonly RunRequest['kind'][]) =>
  patch('admission', {
    skips: (left, _caller, { kind, modelIds }) => left === step && modelIds.length > 1 && kinds.includes(kind),
  });

/** What only one request with a list shows. */
const withLists: readonly Deviation[] = [
  ...(['chat', 'image', 'transcription'] as const).map((kind) =>
    breaking(
      `auth.model.${kind}:list`,
      'ignores the model set where a list is given',
      notForLists('key-models', [kind]),
    ),
  ),
  ...(['retention', 'region'] as const).flatMap((ask) => [
    breaking(
      `auth.policy.${ask}-chat:list`,
      'ignores the policy of chats with a list',
      notForLists('policy', ['chat']),
    ),
    breaking(
      `auth.policy.${ask}-media:list`,
      'ignores the policy of jobs with a list',
      notForLists('policy', ['image', 'transcription']),
    ),
  ]),
];

/** What keys have spent on jobs, told wrong. */
const ofJobs: readonly Deviation[] = [
  breaking(
    'limit.spend.chat-and-media:fallback',
    'charges nothing for jobs that a fallback model has served',
    patch('usage', ({ chargeUsd }) => ({
      chargeUsd: (priceUsd, served) =>
        served !== undefined && served.model !== served.requestedModel ? 0 : chargeUsd(priceUsd, served),
    })),
  ),
  breaking('limit.spend.adds-up:lost-update', 'loses what other jobs have spent while a job ran', (behaviour) => {
    const before = new WeakMap<Job, number>();
    const alone = patch('usage', { reservesJobs: false });
    return patch('jobs', ({ mayMove }) => ({
      mayMove(from, to, job) {
        const may = mayMove(from, to, job);
        const { key, generation } = job;
        const month = monthOf(job.createdAtMs);
        if (may && to === 'processing') before.set(job, key.spentUsd.get(month) ?? 0);
        if (may && to === 'succeeded') key.spentUsd.set(month, (before.get(job) ?? 0) + generation.chargedUsd);
        return may;
      },
    }))(alone(behaviour));
  }),
  breaking(
    'auth.cap.other-key:jobs',
    'holds what all keys have spent against the cap of a key that asks for a job',
    patch('admission', ({ isOverCap }) => ({
      isOverCap(caller, costUsd) {
        const { account, key, route } = caller;
        const cap = key.restrictions.monthlyCapUsd;
        if (cap === undefined || route === 'chat') return isOverCap(caller, costUsd);
        const month = monthOf(account.clock.now());
        const spent = [...account.keys.values()].map(({ spentUsd }) => spentUsd.get(month) ?? 0);
        return spent.reduce((sum, usd) => sum + usd, 0) + costUsd > cap;
      },
    })),
  ),
];

/** Ways to get policies, caps, credit and windows wrong in one corner only. */
export const spendingCorners: readonly Deviation[] = [
  ...withLists,
  ...ofJobs,
  breaking(
    'auth.credit.chat:once',
    'refuses for want of credit only once',
    patch('admission', ({ isOutOfCredit }) => {
      const told = new Set<string>();
      return {
        isOutOfCredit({ account, ...caller }, costUsd) {
          const isFirst = isOutOfCredit({ account, ...caller }, costUsd) && !told.has(account.id);
          if (isFirst) told.add(account.id);
          return isFirst;
        },
      };
    }),
  ),
  breaking(
    'limit.spend.adds-up:per-model',
    'looks at the cap only when a key uses a model again',
    patch('admission', () => {
      const used = new Set<string>();
      return {
        skips(step, { key }, { modelIds }) {
          const use = `${key.id} ${modelIds[0]}`;
          const isFirst = step === 'cap' && !used.has(use);
          if (isFirst) used.add(use);
          return isFirst;
        },
      };
    }),
  ),
  breaking('auth.model.chat:stream', 'ignores the model set of streams', notForStreams('key-models')),
  breaking('auth.cap.chat:stream', 'ignores the cap of streams', notForStreams('cap')),
  breaking('auth.credit.chat:stream', 'ignores the credit of streams', notForStreams('credit')),
  breaking('auth.policy.retention-chat:stream', 'ignores the policy of streams', notForStreams('policy')),
  breaking('auth.policy.region-chat:stream', 'ignores the policy of streams', notForStreams('policy')),
  ...(['image', 'transcription'] as const).flatMap((kind) => [
    breaking(`auth.cap.media:${kind}`, `ignores the cap of ${kind} jobs`, notFor('cap', kind)),
    breaking(`auth.credit.media:${kind}`, `ignores the credit of ${kind} jobs`, notFor('credit', kind)),
    breaking(`auth.policy.retention-media:${kind}`, `ignores the policy of ${kind} jobs`, notFor('policy', kind)),
  ]),
  breaking('limit.spend.adds-up:daily', 'begins anew each day', perDays(1)),
  breaking('limit.spend.adds-up:weekly', 'begins anew each week', perDays(7)),
  breaking(
    'limit.spend.adds-up:whole-dollars',
    'counts whole dollars',
    overCapWhere(({ spentUsd }, month) => Math.floor(spentUsd.get(month) ?? 0)),
  ),
  breaking('auth.cap.next-month:next-year', 'knows months by their number only', (behaviour) => {
    const spent = new Map<string, number>();
    return patch('admission', {
      isOverCap({ account, key }, costUsd) {
        const cap = key.restrictions.monthlyCapUsd;
        if (cap === undefined || costUsd === 0) return false;
        const month = `${key.id} ${monthOf(account.clock.now()).slice(5)}`;
        const before = spent.get(month) ?? 0;
        if (before + costUsd > cap) return true;
        spent.set(month, before + costUsd);
        return false;
      },
    })(behaviour);
  }),
  breaking(
    'auth.cap.next-month:new-year',
    'begins anew at New Year only',
    overCapWhere(({ spentUsd }, now) =>
      [...spentUsd].reduce((sum, [month, usd]) => (month.slice(0, 4) === now.slice(0, 4) ? sum + usd : sum), 0),
    ),
  ),
  breaking(
    'limit.context.refused-stream:last-message',
    'counts the last message only',
    patch('admission', {
      isTooLong: (body, { contextWindow }) => countTokens(messagesOf(body).slice(-1)) > contextWindow,
    }),
  ),
  breaking(
    'limit.context.refused-stream:longest-message',
    'counts the longest message only',
    patch('admission', {
      isTooLong: (body, { contextWindow }) =>
        messagesOf(body).some((message) => countTokens([message]) > contextWindow),
    }),
  ),
];
