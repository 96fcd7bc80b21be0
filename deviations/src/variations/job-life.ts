import type { JobView } from '@gateproof/simulator/behaviour';
import { isObject, type JsonObject } from '../changes/exchange-changes.ts';
import type { Variation } from '../variation.ts';
import { differing } from './differing.ts';
import { items, jobs, told } from './job-changes.ts';

const hourMs = 3_600_000;
const state = (view: JobView) => view.job.stage.state;

/** The moment at an offset of eight hours, with nanoseconds. */
const farWest = (value: unknown) =>
  `${new Date(Date.parse(String(value)) - 8 * hourMs).toISOString().slice(0, -1)}000000-08:00`;

const purging = { 'webhook.data.renewed': 'data that is made anew after the purge has no links' };

/** How jobs may pass through their lives otherwise. */
export const jobLifeVariations: readonly Variation[] = [
  differing(
    'job-life.partial-output',
    'F082',
    'tells the type of what is being made while it is made',
    told((job, view) => (state(view) === 'processing' ? { ...job, output: [{ type: 'image/png' }] } : job)),
  ),
  differing(
    'job-life.cost-settles',
    'F004',
    'settles the cost a minute after the end',
    told((job, { nowMs, job: { stage } }) => {
      if (!isObject(job.usage) || !isObject(job.usage.cost) || !('completedAtMs' in stage)) return job;
      const isSettled = nowMs >= stage.completedAtMs + 60_000;
      return {
        ...job,
        usage: { ...job.usage, cost: { ...job.usage.cost, cost_status: isSettled ? 'final' : 'estimated' } },
      };
    }),
  ),
  differing('job-life.progress-falls', 'F080', 'tells a percentage that comes and goes', (behaviour) => {
    let sights = 0;
    return told((job, view) => {
      if (state(view) !== 'processing') return job;
      sights += 1;
      return { ...job, progress: { ...(job.progress as object), percent: 90.5 - (sights % 7) * 10 } };
    })(behaviour);
  }),
  differing(
    'job-life.readable-a-day',
    'F104',
    'forgets final jobs after 25 hours',
    jobs({ readableForMs: 25 * hourMs }),
  ),
  differing(
    'job-life.zdr-output-vanishes',
    'F104',
    'drops the output of zdr jobs ten minutes after their end',
    told((job, { nowMs, job: { isZdr, stage } }) => {
      if (!isZdr || !('completedAtMs' in stage) || nowMs < stage.completedAtMs + 600_000 || !Array.isArray(job.output))
        return job;
      const purgedAt = new Date(stage.completedAtMs + 600_000).toISOString();
      return {
        ...job,
        output: job.output.map(({ url: _url, url_expires_at: _at, ...facts }) => ({ ...facts, purged_at: purgedAt })),
      };
    }),
  ),
  differing(
    'job-life.archived',
    'F080',
    'tells another phase ten minutes after the end',
    told((job, { nowMs, job: { stage } }) =>
      'completedAtMs' in stage && nowMs >= stage.completedAtMs + 600_000
        ? { ...job, progress: { ...(job.progress as object), phase: 'archived' } }
        : job,
    ),
    { 'webhook.data.renewed': 'data that is made anew would tell the other phase' },
  ),
  differing(
    'job-life.purged-before-link',
    'F104',
    'deletes files after an hour, and makes links for a day',
    jobs({ purgeAfterMs: hourMs, linkLifetimeMs: 24 * hourMs }),
    { ...purging, 'job.links.kept': 'both say how long links are good for' },
  ),
  differing(
    'job-life.purged-bare',
    'F104',
    'deletes files after an hour, and tells their type and when they were purged',
    (behaviour) =>
      items(({ type, purged_at: purgedAt, ...facts }) =>
        purgedAt === undefined ? { type, ...facts } : { type, purged_at: purgedAt },
      )(jobs({ purgeAfterMs: hourMs })(behaviour)),
    purging,
  ),
  differing(
    'job-life.purged-empty-url',
    'F104',
    'deletes files after an hour, and tells an empty link of them',
    (behaviour) =>
      items((item) => (item.purged_at === undefined ? item : { ...item, url: '' }))(
        jobs({ purgeAfterMs: hourMs })(behaviour),
      ),
    { ...purging, 'job.output.bare': 'an empty link belongs to a file that is told as purged' },
  ),
  differing(
    'job-life.times-far-west',
    'F079',
    'tells times at another offset, with nanoseconds',
    told((job) =>
      Object.fromEntries(
        Object.entries(job).map(([name, value]) => [
          name,
          name.endsWith('_at') && typeof value === 'string' ? farWest(value) : value,
        ]),
      ),
    ),
  ),
  differing(
    'job-life.error-says-more',
    'F083',
    'tells further fields and another scope in the errors of jobs',
    told((job) =>
      isObject(job.error) ? { ...job, error: { ...job.error, scope: 'endpoint', retryable: false } } : job,
    ),
  ),
  differing(
    'job-life.empty-lists',
    'F082',
    'tells an empty output of what has none',
    told((job, view) => (state(view) === 'succeeded' ? job : { ...job, output: [] })),
  ),
  differing(
    'job-life.usage-of-nothing',
    'F081',
    'tells a usage of zero for what failed or was canceled',
    told((job, view) =>
      state(view) === 'failed' || state(view) === 'canceled'
        ? {
            ...job,
            usage: {
              units: {},
              cost: { billing_usd: 0, cost_source: 'none', cost_status: 'final', price_version: '2026-11-01' },
            },
          }
        : job,
    ),
  ),
  differing('job-life.last-link-kept', 'F103', 'makes new links only once the last ones have expired', (behaviour) => {
    const links = new Map<string, { readonly items: readonly JsonObject[]; readonly untilMs: number }>();
    return told((job, view) => {
      if (!Array.isArray(job.output)) return job;
      const known = links.get(view.job.id);
      if (known !== undefined && view.nowMs < known.untilMs) return { ...job, output: known.items };
      const items = job.output as readonly JsonObject[];
      links.set(view.job.id, { items, untilMs: Date.parse(String(items[0]?.url_expires_at)) });
      return job;
    })(behaviour);
  }),
  differing(
    'job-life.zdr-half-an-hour-late',
    'F108',
    'discards zdr jobs half an hour late',
    jobs({ zdrLifetimeMs: 24 * hourMs + 1_800_000 }),
    { 'job.zdr.sweep': 'both say when zdr jobs are discarded' },
  ),
  differing('job-life.two-at-once', 'F013', 'works at two jobs of an account at once', jobs({ worksAtOnce: 2 })),
];
