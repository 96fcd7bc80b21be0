import { patch } from '@gateproof/simulator/behaviour';
import { inside } from '../../changes/reshape.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';
import { renderingJobs } from '../job-fields.ts';

const hourMs = 3_600_000;

/** Ways to end links, files, keys and waits at the wrong moment, or under the wrong name. */
export const endingCorners: readonly Deviation[] = [
  breaking(
    'job.output.link-expires',
    'opens links whenever they are asked for',
    patch('jobs', { isExpired: () => false }),
  ),
  breaking(
    'job.output.purged-gone',
    'keeps files that it shows as purged under their links',
    patch('jobs', { purgeAfterMs: hourMs, isPurged: () => false, linkLifetimeMs: 960 * hourMs, refreshesLinks: false }),
  ),
  breaking(
    'idempotency.chat.client-gone',
    'gives a key back when its client leaves, and runs on',
    patch('idempotency', { leavingFreesKey: true }),
  ),
  breaking(
    'job.time.started-only-when-begun',
    'shows started_at of queued jobs',
    renderingJobs((job) => (job.state === 'queued' ? { ...job, started_at: job.created_at } : job)),
  ),
  breaking(
    'version.price.agreement',
    'shows another price_version in the cost of a job than in its model',
    renderingJobs((job) =>
      inside(job, 'usage', (usage) => inside(usage, 'cost', (cost) => ({ ...cost, price_version: 'earlier' }))),
    ),
  ),
];
