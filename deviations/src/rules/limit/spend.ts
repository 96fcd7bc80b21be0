import {
  type ApiKey,
  type Behaviour,
  type Job,
  monthOf,
  patch,
  type SeenRequest,
} from '@gateproof/simulator/behaviour';
import { change } from '../../change.ts';
import { chargeKey, forgetSpending, holdAgainstCap, spentIn } from '../../operators/spend.ts';
import { each, rows } from '../../rows.ts';
import { and, at, chats, streams, submissions, withField } from '../../scopes.ts';

const dayMs = 86_400_000;
const capOf = ({ restrictions }: ApiKey) => restrictions.monthlyCapUsd ?? Number.POSITIVE_INFINITY;

/** Keeps what keys have spent by itself, by periods. `counts`: whether a request adds to it. */
const keepSpent = (periodOf: (nowMs: number) => unknown, counts: (key: ApiKey) => boolean = () => true) =>
  patch('admission', () => {
    const spent = new Map<string, number>();
    return {
      isOverCap({ account, key }, costUsd) {
        const period = `${key.id} ${periodOf(account.clock.now())}`;
        const total = (spent.get(period) ?? 0) + costUsd;
        if (total > capOf(key)) return true;
        if (counts(key)) spent.set(period, total);
        return false;
      },
    };
  });

/** Requests that run beside others of their key add nothing to what it has spent: the last one to write wins. */
function losingUpdates(behaviour: Behaviour): Behaviour {
  const running = new Map<string, number>();
  const count = ({ key }: SeenRequest, change: number) => {
    if (key !== undefined) running.set(key.secret, (running.get(key.secret) ?? 0) + change);
  };
  const counting = patch('exchanges', ({ refusal, besides }) => ({
    refusal(request) {
      count(request, 1);
      return refusal(request);
    },
    besides(request, answer) {
      count(request, -1);
      return besides(request, answer);
    },
  }));
  return keepSpent(monthOf, ({ secret }) => (running.get(secret) ?? 0) <= 1)(counting(behaviour));
}

/** What a key had spent when a job began is what it has spent before the job when it ends. */
function losingJobs(behaviour: Behaviour): Behaviour {
  const before = new WeakMap<Job, number>();
  const alone = patch('usage', { reservesJobs: false });
  return patch('jobs', ({ mayMove }) => ({
    mayMove(from, to, job) {
      const may = mayMove(from, to, job);
      const { key, generation, createdAtMs } = job;
      if (may && to === 'processing') before.set(job, spentIn(key, createdAtMs));
      if (may && to === 'succeeded')
        key.spentUsd.set(monthOf(createdAtMs), (before.get(job) ?? 0) + generation.chargedUsd);
      return may;
    },
  }))(alone(behaviour));
}

const chargeRefused = (words: string, isMeant: (code: string) => boolean) =>
  change(`charges what it refuses ${words}`, patch('admission', { chargesRefused: isMeant }));
/** The first request of a key for a model. */
const firstUse = () => {
  const used = new Set<string>();
  return (key: ApiKey, model: string | undefined) => {
    const use = `${key.id} ${model}`;
    const isFirst = !used.has(use);
    used.add(use);
    return isFirst;
  };
};

/** What counts against a key's monthly cap. */
export const limitSpend = rows({
  'limit.spend.adds-up': holdAgainstCap('each request alone', () => 0),
  'limit.spend.adds-up:streams': forgetSpending(streams),
  'limit.spend.adds-up:fallback': forgetSpending(and(chats, withField('models'))),
  'limit.spend.adds-up:side-by-side': change('loses the spending of requests that run beside others', losingUpdates),
  'limit.spend.adds-up:lost-update': change('loses what other jobs have spent while a job ran', losingJobs),
  'limit.spend.adds-up:daily': change(
    'begins anew each day',
    keepSpent((nowMs) => Math.floor(nowMs / dayMs)),
  ),
  'limit.spend.adds-up:weekly': change(
    'begins anew each week',
    keepSpent((nowMs) => Math.floor(nowMs / (7 * dayMs))),
  ),
  'limit.spend.adds-up:whole-dollars': holdAgainstCap('whole dollars', ({ account, key }) =>
    Math.floor(spentIn(key, account.clock.now())),
  ),
  'limit.spend.adds-up:per-model': change(
    'looks at the cap only when a key uses a model again',
    patch('admission', () => {
      const isFirst = firstUse();
      return { skips: (step, { key }, { modelIds: [model] }) => step === 'cap' && isFirst(key, model) };
    }),
  ),
  'limit.spend.chat-and-media': holdAgainstCap('requests of one kind', ({ account, key, route }) => {
    const alike = account.generations.filter(({ kind }) => (kind === 'chat') === (route === 'chat'));
    const spentUsd = alike.reduce((sum, { chargedUsd }) => sum + chargedUsd, 0);
    return Math.min(spentUsd, spentIn(key, account.clock.now()));
  }),
  ...each(['image', 'transcription'], (route) => [`limit.spend.chat-and-media:${route}`, forgetSpending(at(route))]),
  'limit.spend.chat-and-media:transcription-alone': holdAgainstCap('each transcription alone', (caller) =>
    caller.route === 'transcription' ? 0 : spentIn(caller.key, caller.account.clock.now()),
  ),
  'limit.spend.chat-and-media:fallback': change(
    'charges nothing for jobs that a fallback model has served',
    patch('usage', ({ chargeUsd }) => ({
      chargeUsd: (priceUsd, served) =>
        served !== undefined && served.model !== served.requestedModel ? 0 : chargeUsd(priceUsd, served),
    })),
  ),
  'limit.spend.refused-not-counted': chargeRefused('always', () => true),
  'limit.spend.refused-not-counted:media': chargeKey(submissions, (status) => status === 400),
  ...each(['context_length_exceeded', 'policy_conflict'], (code) => [
    `limit.spend.refused-not-counted:${code}`,
    chargeRefused(`with ${code}`, (refused) => refused === code),
  ]),
});
