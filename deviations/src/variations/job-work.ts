import { type Job, patch } from '@gateproof/simulator/behaviour';
import { besides } from '../changes/exchange-changes.ts';
import type { Variation } from '../variation.ts';
import { differing } from './differing.ts';
import { firstTimes } from './first-times.ts';

const dayMs = 86_400_000;
/** The simulator waits longer than this for the endpoints of jobs alone. */
const chatLimitMs = 60_000;

/** How the work of jobs may go on otherwise. */
export const jobWorkVariations: readonly Variation[] = [
  differing(
    'job-work.cancel-after-call',
    'F014',
    'lets the endpoint of a canceled job finish, and shows canceled then',
    patch('jobs', { cancel: 'after-call' }),
    {
      'job.cancel.pending': 'both say when an accepted cancel shows',
      'job.cancel.pending-refuses-second': 'both say when an accepted cancel shows',
    },
  ),
  differing(
    'job-work.patient',
    'F054',
    'waits ten days for the endpoint of a job',
    patch('routing', { silenceLimitMs: (limitMs) => (limitMs > chatLimitMs ? 10 * dayMs : limitMs) }),
    { 'job-work.cancel-after-call': 'a canceled job would be waited for longer than any job must be readable' },
  ),
  differing(
    'job-work.one-at-a-time',
    'F013',
    'runs one job of an account at a time',
    patch('jobs', { worksAtOnce: 1 }),
  ),
  differing(
    'job-work.late-turn',
    'F013',
    'lets the jobs of an account that was beyond its rate wait a few seconds',
    (behaviour) => {
      const limited = new WeakSet<object>();
      const noting = besides(({ account }, answer) => {
        if (account !== undefined && answer?.status === 429) limited.add(account);
        return [];
      });
      return patch('jobs', { queuedForMs: (account) => (limited.has(account) ? 3_000 : 0) })(noting(behaviour));
    },
  ),
  differing(
    'job-work.late-start',
    'F013',
    'begins its first jobs seven seconds after they were submitted',
    (behaviour) => patch('jobs', { queuedForMs: firstTimes(6, 7_000) })(behaviour),
  ),
  differing('job-work.late-cancel', 'F014', 'lets its first cancels take effect after eight seconds', (behaviour) => {
    const next = firstTimes(4, 8_000);
    const told = new WeakMap<Job, number>();
    const cancelTakesMs = (job: Job) => {
      const ms = told.get(job) ?? next();
      told.set(job, ms);
      return ms;
    };
    return patch('jobs', { cancelTakesMs })(behaviour);
  }),
  differing(
    'job-work.may-win',
    'F014',
    'lets cancels take effect after twenty seconds, and work that is done before win',
    patch('jobs', { cancelTakesMs: () => 20_000, workMayWin: true }),
    {
      'job-work.cancel-after-call': 'both say when an accepted cancel shows',
      'job-work.late-cancel': 'both say when an accepted cancel shows',
      'job.cancel.pending': 'both say when an accepted cancel shows',
      'job.cancel.pending-refuses-second': 'both say when an accepted cancel shows',
    },
  ),
  differing(
    'job-work.tries-again',
    'F055',
    'tries a job whose endpoints have failed again, after half a minute and after five',
    patch('jobs', { triesAgainAfterMs: [30_000, 300_000] }),
    {
      'job-work.cancel-after-call': 'lets the call of a canceled job end, after which the job would be tried again',
      'job-work.one-at-a-time': 'a job that waits to be tried again would hold up all others',
    },
  ),
  differing(
    'job-work.model-version',
    'F123',
    'tells the model with its version behind an @',
    patch('jobs', ({ render }) => ({
      render(view) {
        const told = render(view);
        return { ...told, model: `${String(told.model)}@2026-01-01` };
      },
    })),
  ),
  differing(
    'job-work.failed-cost-settles',
    'F081',
    'settles the cost of failed jobs after they were read',
    (behaviour) => {
      const seen = new Set<string>();
      return patch('jobs', ({ render }) => ({
        render(view) {
          const told = render(view);
          if (told.state !== 'failed') return told;
          const isSettled = seen.has(view.job.id);
          if (view.where === 'read') seen.add(view.job.id);
          const status = isSettled ? 'final' : 'estimated';
          return { ...told, usage: { units: {}, cost: { billing_usd: 0, cost_source: 'none', cost_status: status } } };
        },
      }))(behaviour);
    },
  ),
];
