import { isFinal, patch } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';
import { renderingJobs, set } from './job-fields.ts';

const hourMs = 3_600_000;

const everywhere = (
  id: string,
  _account: unknown,
  everyone: Iterable<{ readonly jobs: ReadonlyMap<string, never> }>,
) => {
  for (const { jobs } of everyone) if (jobs.has(id)) return jobs.get(id);
  return undefined;
};

/** Ways to get wrong how jobs live and end. */
const lives: readonly Deviation[] = [
  breaking('job.state.final-stays', 'tells a finished job as canceled from its second read on', (behaviour) => {
    const read = new Set<string>();
    return patch('jobs', ({ render }) => ({
      render(view) {
        const told = render(view);
        if (view.where !== 'read' || view.job.stage.state !== 'succeeded') return told;
        if (read.has(view.job.id)) return { ...told, state: 'canceled' };
        read.add(view.job.id);
        return told;
      },
    }))(behaviour);
  }),
  breaking(
    'job.outcome.canceled',
    'tells canceled as failed',
    renderingJobs((told) =>
      told.state === 'canceled'
        ? { ...told, state: 'failed', error: { code: 'internal_error', kind: 'unknown', message: 'Canceled.' } }
        : told,
    ),
  ),
  breaking(
    'job.outcome.not-early',
    'tells processing as succeeded',
    renderingJobs((told) => (told.state === 'processing' ? { ...told, state: 'succeeded' } : told)),
  ),
  breaking('job.final.readable', 'forgets final jobs after an hour', patch('jobs', { readableForMs: hourMs })),
  breaking(
    'job.final.completed-at-kept',
    'tells completed_at as the time of the read',
    patch('jobs', ({ render }) => ({
      render: (view) => {
        const told = render(view);
        return told.completed_at === undefined ? told : { ...told, completed_at: new Date(view.nowMs).toISOString() };
      },
    })),
  ),
  breaking(
    'job.final.error-kept',
    'tells the error of a failed job anew after a while',
    patch('jobs', ({ render }) => ({
      render: (view) => {
        const told = render(view);
        const isLate = view.nowMs > view.job.createdAtMs + 30_000;
        return told.error === undefined || !isLate
          ? told
          : { ...told, error: { code: 'internal_error', kind: 'unknown', scope: 'request', message: 'It failed.' } };
      },
    })),
  ),
  breaking(
    'job.final.output-kept',
    'drops the output of older jobs',
    patch('jobs', ({ render }) => ({
      render: (view) => {
        const told = render(view);
        return Array.isArray(told.output) && view.nowMs > view.job.createdAtMs + 30_000
          ? { ...told, output: told.output.map((item) => ({ ...item, checksum_sha256: 'gone', bytes: 0 })) }
          : told;
      },
    })),
  ),
  breaking(
    'job.final.state-kept',
    'tells finished jobs as failed once a minute has passed',
    patch('jobs', ({ render }) => ({
      render: (view) =>
        view.where === 'read' && isFinal(view.job.stage.state) && view.nowMs > view.job.createdAtMs + 50_000
          ? {
              ...render(view),
              state: 'failed',
              error: { code: 'internal_error', kind: 'unknown', message: 'It failed.' },
            }
          : render(view),
    })),
  ),
];

const zdr: readonly Deviation[] = [
  breaking('job.zdr.discarded:never', 'never discards zdr jobs', patch('jobs', { zdrLifetimeMs: undefined })),
  breaking(
    'job.zdr.discarded:two-days',
    'discards zdr jobs after 48 hours',
    patch('jobs', { zdrLifetimeMs: 48 * hourMs }),
  ),
  breaking(
    'job.zdr.not-before:half-a-day',
    'discards zdr jobs after 12 hours',
    patch('jobs', { zdrLifetimeMs: 12 * hourMs }),
  ),
  breaking(
    'job.zdr.not-before:hour-early',
    'discards zdr jobs after 23 hours',
    patch('jobs', { zdrLifetimeMs: 23 * hourMs }),
  ),
  breaking(
    'job.zdr.discarded:other-code',
    'discards zdr jobs as timed out',
    patch('jobs', ({ zdrError }) => ({ zdrError: { ...zdrError, code: 'request_timeout' } })),
  ),
  breaking('job.zdr.others-kept', 'discards every job after 24 hours', patch('jobs', { isDiscarded: () => true })),
  breaking(
    'job.zdr.kind',
    'tells retention_expired as a timeout',
    renderingJobs((told) => {
      const error = told.error as Readonly<Record<string, unknown>> | undefined;
      return error?.code === 'retention_expired' ? { ...told, error: { ...error, kind: 'timeout' } } : told;
    }),
  ),
];

const reads: readonly Deviation[] = [
  breaking(
    'job.read.unknown:400',
    'answers unknown ids as bad requests',
    patch('jobs', { unknownCode: 'invalid_request' }),
  ),
  breaking(
    'job.read.unknown:model',
    'answers unknown ids as unknown models',
    patch('jobs', { unknownCode: 'model_not_found' }),
  ),
  breaking(
    'job.isolation.read',
    'shows jobs to every account',
    patch('jobs', ({ find }) => ({
      find: (id, account, everyone, why) =>
        why === 'read' ? (everywhere(id, account, everyone as never) as never) : find(id, account, everyone, why),
    })),
  ),
  breaking(
    'job.isolation.cancel',
    'cancels jobs of every account',
    patch('jobs', ({ find }) => ({
      find: (id, account, everyone, why) =>
        why === 'cancel' ? (everywhere(id, account, everyone as never) as never) : find(id, account, everyone, why),
    })),
  ),
  breaking(
    'job.retry-of.foreign',
    'accepts jobs of other accounts as retried',
    patch('jobs', ({ find }) => ({
      find: (id, account, everyone, why) =>
        why === 'retry' ? (everywhere(id, account, everyone as never) as never) : find(id, account, everyone, why),
    })),
  ),
  breaking(
    'job.read.restricted-key',
    'answers restricted keys as unauthorized',
    patch('jobs', { restrictedCode: 'unauthorized' }),
  ),
  breaking('job.retry-of.echoed', 'drops retry_of', renderingJobs(set('retry_of', undefined))),
  breaking(
    'job.retry-of.absent',
    'makes up a retry_of',
    renderingJobs((told) => ({ ...told, retry_of: told.retry_of ?? 'job_madeup' })),
  ),
  breaking(
    'job.retry-of.earlier-job',
    'tells a job as its own retry',
    renderingJobs((told) => ({ ...told, retry_of: told.id })),
  ),
];

const cancels: readonly Deviation[] = [
  breaking('job.cancel.accepted:204', 'answers a cancel with 204', patch('jobs', { cancelStatus: 204 })),
  breaking(
    'job.cancel.state-shown',
    'tells a canceled job as succeeded in the answer',
    patch('jobs', ({ render }) => ({
      render: (view) => (view.where === 'cancel' ? { ...render(view), state: 'succeeded' } : render(view)),
    })),
  ),
  breaking(
    'job.cancel-finished.succeeded',
    'accepts the cancel of any finished job',
    patch('jobs', { finishedCancelCode: undefined }),
  ),
  breaking(
    'job.cancel-finished.code',
    'refuses late cancels as unknown jobs under 409',
    patch('errors', ({ translate, status }) => ({
      translate: (error) => (error.code === 'job_already_finished' ? error.as('job_not_found') : translate(error)),
      status: (error) =>
        error.code === 'job_not_found' && error.message.includes('nothing left') ? 409 : status(error),
    })),
  ),
  breaking(
    'job.cancel-finished.succeeded:400',
    'refuses late cancels with 400',
    patch('errors', ({ status }) => ({
      status: (error) => (error.code === 'job_already_finished' ? 400 : status(error)),
    })),
  ),
  breaking(
    'job.cancel-finished.kind',
    'tells late cancels as unknown',
    patch('errors', ({ kind }) => ({
      kind: (error) => (error.code === 'job_already_finished' ? 'unknown' : kind(error)),
    })),
  ),
];

/** Ways to get wrong how jobs live, are told, read and cancelled. */
export const jobDeviations: readonly Deviation[] = [...lives, ...zdr, ...reads, ...cancels];
