import {
  type Account,
  type FinalState,
  isFinal,
  type Job,
  type JobBehaviour,
  patch,
} from '@gateproof/simulator/behaviour';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

type Jobs = (behaviour: JobBehaviour) => Partial<JobBehaviour>;
const jobs = (change: Jobs) => patch('jobs', change);
const ends: readonly FinalState[] = ['succeeded', 'failed', 'canceled'];
const kinds = ['image', 'transcription'] as const;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Shows jobs of other accounts when they look like this. */
const leaking = (isLeaked: (state: string, kind: string) => boolean, verb: 'read' | 'cancel') =>
  jobs(({ find }) => ({
    find(id, account, everyone, why, key) {
      const own = find(id, account, everyone, why, key);
      if (own !== undefined || why !== verb) return own;
      const foreign = [...everyone].flatMap((one) => one.jobs.get(id) ?? [])[0];
      return foreign !== undefined && isLeaked(foreign.stage.state, foreign.kind) ? foreign : undefined;
    },
  }));

const submissions: readonly Deviation[] = [
  breaking(
    'media.refusal.names-wrong-field:input',
    'refuses an input without telling which',
    jobs(({ inputProblem }) => ({
      inputProblem: (kind, body) =>
        inputProblem(kind, body) === undefined ? undefined : { field: 'body', wanted: 'does not suit the model' },
    })),
  ),
];

const cancels: readonly Deviation[] = [
  ...ends.flatMap((state) =>
    kinds.map((kind) =>
      breaking(
        `job.cancel-finished.${state}:${kind}`,
        `accepts the cancel of ${state} ${kind} jobs`,
        jobs(() => ({ refusesFinishedCancel: (job) => job.stage.state !== state || job.kind !== kind })),
      ),
    ),
  ),
  ...(['succeeded', 'failed'] as const).map((state) =>
    breaking(
      `job.final.late-answer:${state}`,
      `lets the late end of a canceled transcription make it ${state}`,
      jobs(({ mayMove }) => ({
        stopsCall: ({ kind }) => kind !== 'transcription',
        mayMove: (from, to, job) =>
          mayMove(from, to, job) || (job.kind === 'transcription' && from === 'canceled' && to === state),
      })),
    ),
  ),
  breaking(
    'job.zdr.finished-in-time:canceled',
    'discards canceled zdr jobs',
    jobs(({ mayMove, zdrLifetimeMs }) => ({
      mayMove: (from, to, job) =>
        mayMove(from, to, job) ||
        (job.isZdr &&
          from === 'canceled' &&
          to === 'failed' &&
          job.generation.errorCode === null &&
          zdrLifetimeMs !== undefined),
    })),
  ),
  breaking(
    'job.cancel.accepted:other-key',
    'lets the key that submitted a job cancel it only',
    jobs(({ find }) => ({
      find(id, account, everyone, why, key) {
        const found = find(id, account, everyone, why, key);
        return why === 'cancel' && found?.key !== key ? undefined : found;
      },
    })),
  ),
  breaking(
    'job.read.other-key:finished',
    'lets the key that submitted a job read it only once it has ended',
    jobs(({ find }) => ({
      find(id, account, everyone, why, key) {
        const found = find(id, account, everyone, why, key);
        return why === 'read' && found !== undefined && isFinal(found.stage.state) && found.key !== key
          ? undefined
          : found;
      },
    })),
  ),
  breaking(
    'job.read.other-key:deleted-key',
    'loses the jobs of deleted keys',
    jobs(({ find }) => ({
      find(id, account, everyone, why, key) {
        const found = find(id, account, everyone, why, key);
        return found?.key.deleted === true ? undefined : found;
      },
    })),
  ),
];

const isolation: readonly Deviation[] = [
  ...(['failed', 'canceled'] as const).map((state) =>
    breaking(
      `job.isolation.read:${state}`,
      `shows ${state} jobs to every account`,
      leaking((told) => told === state, 'read'),
    ),
  ),
  breaking(
    'job.isolation.read:running',
    'shows running jobs to every account',
    leaking((told) => told === 'processing', 'read'),
  ),
  breaking(
    'job.isolation.read:transcription',
    'shows transcriptions to every account',
    leaking((_state, kind) => kind === 'transcription', 'read'),
  ),
  breaking(
    'job.isolation.cancel-finished:transcription',
    'refuses the cancel of a finished foreign transcription as too late',
    leaking((told, kind) => kind === 'transcription' && ends.includes(told as FinalState), 'cancel'),
  ),
];

/** Jobs that can't be read any more. */
const losing = (how: string, summary: string, isLost: (job: Job, account: Account) => boolean) =>
  breaking(
    `job.final.readable:${how}`,
    summary,
    jobs(({ find }) => ({
      find(id, account, everyone, why, key) {
        const found = find(id, account, everyone, why, key);
        return found !== undefined && why === 'read' && isLost(found, account) ? undefined : found;
      },
    })),
  );

const lives: readonly Deviation[] = [
  losing(
    'transcription',
    'forgets transcriptions an hour after their end',
    ({ kind, stage }, account) =>
      kind === 'transcription' && 'completedAtMs' in stage && account.clock.now() > stage.completedAtMs + hourMs,
  ),
  losing(
    'twenty',
    'forgets all jobs of an account but the last twenty',
    (job, account) => ![...account.jobs.values()].slice(-20).includes(job),
  ),
  breaking(
    'job.zdr.not-before:minutes-early',
    'discards zdr jobs two minutes early',
    jobs(() => ({ zdrLifetimeMs: 24 * hourMs - 2 * minuteMs })),
  ),
  breaking(
    'job.zdr.discarded:images',
    'discards zdr images only',
    jobs(({ isDiscarded }) => ({ isDiscarded: (job) => isDiscarded(job) && job.kind === 'image' })),
  ),
  ...kinds.flatMap((kind) =>
    ends.map((state) =>
      breaking(
        `job.final.state-kept:${kind}-${state}`,
        `tells ${state} ${kind} jobs as ${state === 'failed' ? 'canceled' : 'failed'} once a minute has passed`,
        jobs(({ render }) => ({
          render: (view) =>
            view.where === 'read' &&
            view.job.kind === kind &&
            view.job.stage.state === state &&
            view.nowMs > view.job.createdAtMs + 50_000
              ? {
                  ...render(view),
                  state: state === 'failed' ? 'canceled' : 'failed',
                  error: { code: 'internal_error', kind: 'unknown', message: 'It failed.' },
                }
              : render(view),
        })),
      ),
    ),
  ),
  breaking(
    'job.cancel-finished.unchanged:transcription',
    'tells a transcription as ended at the late cancel',
    (behaviour) => {
      const late = new Map<string, number>();
      return jobs(({ render, find }) => ({
        find(id, account, everyone, why, key) {
          const found = find(id, account, everyone, why, key);
          if (why === 'cancel' && found?.kind === 'transcription' && isFinal(found.stage.state))
            late.set(id, account.clock.now() + 7);
          return found;
        },
        render(view) {
          const told = render(view);
          const atMs = late.get(view.job.id);
          return atMs === undefined ? told : { ...told, completed_at: new Date(atMs).toISOString() };
        },
      }))(behaviour);
    },
  ),
  breaking(
    'job.retry-of.echoed:final',
    'forgets retry_of when the job has ended',
    jobs(({ render }) => ({
      render(view) {
        const { retry_of: retryOf, ...told } = render(view);
        return retryOf === undefined || isFinal(view.job.stage.state) ? told : { ...told, retry_of: retryOf };
      },
    })),
  ),
];

/** Ways to get jobs wrong in one corner only. */
export const jobCorners: readonly Deviation[] = [...submissions, ...cancels, ...isolation, ...lives];
