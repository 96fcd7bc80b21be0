import { type Job, patch, type SeenRequest, type SentAnswer } from '@gateproof/simulator/behaviour';
import { answering, isObject } from '../../changes/exchange-changes.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';
import { changes, deviating, views } from './told-jobs.ts';

const { jobs, telling } = deviating;
const { audio } = views;
const { without, failed, running } = changes;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const isExpired = ({ stage }: Job) => stage.state === 'failed' && stage.error.code === 'retention_expired';

function reading504(code: string, kind: string) {
  return answering((answer: SentAnswer, { route }: SeenRequest) => {
    const error = isObject(answer.body) ? answer.body.error : undefined;
    return route === 'job-get' && answer.status === 504 && isObject(error)
      ? { ...answer, body: { error: { ...error, code, kind } } }
      : answer;
  });
}

/** Ways to get zero data retention wrong in one corner only. */
export const zdrCorners: readonly Deviation[] = [
  jobs('job.zdr.discarded', 'retries', 'never discards zdr jobs that retry another', () => ({
    isDiscarded: (job) => job.isZdr && job.retryOf === undefined,
  })),
  jobs('job.zdr.discarded', 'second', 'discards the first zdr job of a key only', ({ isDiscarded }) => {
    const first = new Map<unknown, Job>();
    return {
      isDiscarded(job) {
        if (isDiscarded(job) && !first.has(job.key)) first.set(job.key, job);
        return first.get(job.key) === job;
      },
    };
  }),
  jobs(
    'job.zdr.discarded',
    'waiting',
    'works at one job at once, and never discards zdr jobs that wait',
    ({ mayMove }) => ({
      worksAtOnce: 1,
      mayMove: (from, to, job) => !(job.isZdr && from === 'queued' && to === 'failed') && mayMove(from, to, job),
    }),
  ),
  jobs('job.zdr.discarded', 'transcriptions', 'discards zdr transcriptions only', () => ({
    isDiscarded: (job) => job.isZdr && job.kind === 'transcription',
  })),
  jobs('job.zdr.discarded', 'two-hours-late', 'discards zdr jobs after 26 hours', () => ({
    zdrLifetimeMs: 26 * hourMs,
  })),
  jobs('job.zdr.discarded', 'read', 'counts the 24 hours from the last read', ({ render, find }) => {
    const reads = new Map<string, number>();
    const live = new Set<string>();
    return {
      find(id, account, everyone, why, key) {
        const nowMs = account.clock.now();
        const before = reads.get(id);
        reads.set(id, nowMs);
        if (before !== undefined && nowMs - before < dayMs) live.add(id);
        else live.delete(id);
        return find(id, account, everyone, why, key);
      },
      render: (view) => (isExpired(view.job) && live.has(view.job.id) ? running(render(view)) : render(view)),
    };
  }),
  telling(
    'job.zdr.discarded',
    'canceled',
    'tells discarded jobs as canceled',
    ({ job }) => isExpired(job),
    (told) => ({ ...without(told, 'error'), state: 'canceled' }),
  ),
  telling(
    'job.zdr.discarded',
    'empty',
    'tells discarded jobs as failed without a reason',
    ({ job }) => isExpired(job),
    (told) => without(told, 'error'),
  ),
  telling(
    'job.zdr.discarded',
    'transcription-code',
    'tells discarded transcriptions as timed out',
    (view) => audio(view) && isExpired(view.job),
    (told) => failed(told, 'request_timeout', 'timeout'),
  ),
  telling(
    'job.zdr.kind',
    'read',
    'tells retention_expired as unavailable at reads',
    ({ job, where }) => where === 'read' && isExpired(job),
    (told) => failed(told, 'retention_expired', 'unavailable'),
  ),
  telling(
    'job.zdr.kind',
    'transcription',
    'tells retention_expired of transcriptions as a timeout',
    (view) => audio(view) && isExpired(view.job),
    (told) => failed(told, 'retention_expired', 'timeout'),
  ),
  telling(
    'job.zdr.finished-in-time',
    'failed',
    'tells zdr jobs that failed in time as expired a day later',
    ({ job, nowMs }) => job.isZdr && job.stage.state === 'failed' && nowMs >= job.createdAtMs + dayMs,
    (told) => failed(told, 'retention_expired', 'terminal'),
  ),
  telling(
    'job.zdr.finished-in-time',
    'transcription',
    'tells zdr transcriptions that succeeded as expired a day later',
    (view) =>
      audio(view) &&
      view.job.isZdr &&
      view.job.stage.state === 'succeeded' &&
      view.nowMs >= view.job.createdAtMs + dayMs,
    (told) => failed(told, 'retention_expired', 'terminal'),
  ),
  jobs('job.zdr.others-kept', 'transcription', 'discards every transcription after 24 hours', ({ isDiscarded }) => ({
    isDiscarded: (job) => isDiscarded(job) || job.kind === 'transcription',
  })),
  jobs('job.zdr.others-kept', 'retry', 'discards every retry after 24 hours', ({ isDiscarded }) => ({
    isDiscarded: (job) => isDiscarded(job) || job.retryOf !== undefined,
  })),
  jobs('job.zdr.others-kept', 'account', 'discards what was submitted after a zdr job', ({ isDiscarded }) => {
    const careful = new Set<unknown>();
    return {
      isDiscarded(job) {
        if (isDiscarded(job)) careful.add(job.key);
        return careful.has(job.key);
      },
    };
  }),
  breaking('job.zdr.discarded:read-timeout', 'answers reads of discarded jobs as timed out', (behaviour) =>
    reading504('upstream_timeout', 'timeout')(patch('jobs', { discardedRead: 'retention_expired' })(behaviour)),
  ),
  breaking('job.zdr.kind:answer', 'answers reads of discarded jobs with a timeout', (behaviour) =>
    reading504('retention_expired', 'timeout')(patch('jobs', { discardedRead: 'retention_expired' })(behaviour)),
  ),
  jobs('job.zdr.event', 'transcription', 'discards transcriptions without an event', ({ announces }) => ({
    announces: (job) => announces(job) && !(isExpired(job) && job.kind === 'transcription'),
  })),
];
