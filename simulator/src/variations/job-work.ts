import { patch, type Variation } from '../behaviour/patch.ts';
import { differing } from './differing.ts';

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
    'job-work.one-at-a-time',
    'F013',
    'runs one job of an account at a time',
    patch('jobs', { worksAtOnce: 1 }),
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
