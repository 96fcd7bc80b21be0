import { isFinal, type JobBehaviour, patch, type SeenRequest, type SentAnswer } from '@gateproof/simulator/behaviour';
import { answering, idempotencyKeyOf, namedId, namedJob, refusing, retelling } from '../../changes/exchange-changes.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

/** Lets two jobs of an account be worked at at the same time. */
const fewAtOnce = patch('jobs', { worksAtOnce: 2 });

const jobs = (rule: string, how: string, summary: string, change: (present: JobBehaviour) => Partial<JobBehaviour>) =>
  breaking(`job.${rule}:${how}`, summary, patch('jobs', change));

import { answeringTo } from './job-requests.ts';

const cancels = ({ route }: SeenRequest) => route === 'job-cancel';
const accepted = ({ status }: SentAnswer) => status < 300;

/** Ways to cancel jobs wrong in one corner only. */
export const jobCancelCorners: readonly Deviation[] = [
  answeringTo(
    'cancel.accepted',
    '201',
    'answers a cancel with 201',
    (_job, request, answer) => cancels(request) && accepted(answer),
    (answer) => ({ ...answer, status: 201 }),
  ),
  answeringTo(
    'cancel.accepted',
    'bare',
    'answers a cancel with the id and whether it was canceled',
    (job, request, answer) => cancels(request) && accepted(answer) && job.id !== '',
    (answer, job) => ({ ...answer, body: { id: job.id, object: 'job', canceled: true } }),
  ),
  answeringTo(
    'cancel.accepted',
    'empty',
    'answers a cancel with an empty object',
    (_job, request, answer) => cancels(request) && accepted(answer),
    (answer) => ({ ...answer, body: {} }),
  ),
  answeringTo(
    'cancel.accepted',
    'wrapped',
    'answers a cancel with the job inside another object',
    (_job, request, answer) => cancels(request) && accepted(answer),
    (answer) => ({ ...answer, body: { job: answer.body } }),
  ),
  breaking('job.cancel.accepted:waiting', 'works at two jobs at once, and cancels no job that waits', (behaviour) =>
    fewAtOnce(
      refusing(
        (request) => cancels(request) && namedJob(request)?.stage.state === 'queued',
        'job_already_finished',
      )(behaviour),
    ),
  ),
  breaking(
    'job.cancel.reaches-final:waiting',
    'works at two jobs at once, and forgets the cancel of one that waits',
    (behaviour) =>
      fewAtOnce(
        patch('jobs', ({ mayMove }) => ({
          mayMove: (from, to, job) => !(from === 'queued' && to === 'canceled') && mayMove(from, to, job),
        }))(behaviour),
      ),
  ),
  breaking(
    'webhook.event.canceled:waiting',
    'works at two jobs at once, and tells nobody of a job that was canceled before it began',
    (behaviour) =>
      fewAtOnce(
        patch('jobs', ({ announces }) => ({
          announces: (job) =>
            !(job.stage.state === 'canceled' && job.stage.startedAtMs === undefined) && announces(job),
        }))(behaviour),
      ),
  ),
  breaking(
    'media.create.runs:waiting',
    'works at two jobs at once, and never takes up what had to wait',
    patch('jobs', { worksAtOnce: 2, takesUpWaiting: false }),
  ),
  breaking(
    'job.error.none-before-end:fallback',
    'tells an error on running jobs that have models to fall back on',
    patch('jobs', ({ render }) => ({
      render: (view) =>
        (view.job.work?.modelIds.length ?? 0) > 1 && view.job.stage.state === 'processing' && view.where === 'read'
          ? { ...render(view), error: { code: 'provider_unavailable', message: 'none' } }
          : render(view),
    })),
  ),
  breaking(
    'job.cancel.accepted:transcription',
    'refuses the cancel of transcriptions',
    refusing(
      (request) =>
        cancels(request) &&
        namedJob(request)?.kind === 'transcription' &&
        !isFinal(namedJob(request)?.stage.state ?? 'queued'),
      'unsupported_capability',
    ),
  ),
  breaking(
    'job.cancel.accepted:zdr',
    'finds no zdr job to cancel',
    refusing((request) => cancels(request) && namedJob(request)?.isZdr === true, 'job_not_found'),
  ),
  breaking(
    'job.cancel.accepted:key',
    'asks cancels for an Idempotency-Key',
    refusing(
      (request) => cancels(request) && namedJob(request) !== undefined && idempotencyKeyOf(request) === undefined,
      'invalid_request',
    ),
  ),
  answeringTo(
    'cancel.state-shown',
    'failed',
    'tells a canceled transcription as failed in the answer',
    (job, request, answer) => cancels(request) && accepted(answer) && job.kind === 'transcription',
    (answer) => ({
      ...answer,
      body: {
        ...(answer.body as object),
        state: 'failed',
        error: { code: 'internal_error', kind: 'unknown', message: 'It was canceled.' },
      },
    }),
  ),
  jobs('outcome.canceled', 'failed', 'tells canceled transcriptions as failed', ({ render }) => ({
    render: (view) =>
      view.job.stage.state === 'canceled' && view.job.kind === 'transcription'
        ? {
            ...render(view),
            state: 'failed',
            error: { code: 'internal_error', kind: 'unknown', message: 'It was canceled.' },
          }
        : render(view),
  })),
  jobs('cancel.reaches-final', 'transcription', 'tells canceled transcriptions as running', ({ render }) => ({
    render(view) {
      if (view.job.stage.state !== 'canceled' || view.job.kind !== 'transcription') return render(view);
      const { completed_at: _completedAt, ...told } = render(view);
      return { ...told, state: 'processing' };
    },
  })),
  jobs(
    'state.final-stays',
    'cancel',
    'tells a job that was just shown as canceled as running for two reads',
    ({ render }) => {
      const shown = new Map<string, number>();
      return {
        render(view) {
          const told = render(view);
          if (view.job.stage.state !== 'canceled') return told;
          const seen = shown.get(view.job.id) ?? 0;
          shown.set(view.job.id, seen + 1);
          const { completed_at: _completedAt, ...rest } = told;
          return view.where === 'read' && seen < 3 ? { ...rest, state: 'processing' } : told;
        },
      };
    },
  ),
  jobs('state.final-stays', 'replica', 'tells an older state at every fifth read', ({ render }) => {
    let read = 0;
    return {
      render(view) {
        if (view.where !== 'read' || !isFinal(view.job.stage.state)) return render(view);
        read += 1;
        const { completed_at: _completedAt, output: _output, error: _error, ...rest } = render(view);
        return read % 5 === 0 ? { ...rest, state: 'processing' } : render(view);
      },
    };
  }),
  breaking(
    'job.cancel-finished.canceled:idempotent',
    'does not mind the cancel of canceled jobs',
    answering((answer, request) =>
      cancels(request) && answer.status === 409 && namedJob(request)?.stage.state === 'canceled'
        ? { ...answer, status: 200, body: { id: namedId(request.path), object: 'job', state: 'canceled' } }
        : answer,
    ),
  ),
  breaking(
    'job.cancel-finished.failed:400',
    'refuses the cancel of failed transcriptions as invalid',
    retelling(
      (answer, request) =>
        cancels(request) &&
        answer.status === 409 &&
        namedJob(request)?.stage.state === 'failed' &&
        namedJob(request)?.kind === 'transcription',
      400,
      'invalid_request',
    ),
  ),
  breaking(
    'job.cancel-finished.code:invalid',
    'refuses late cancels as invalid requests under 409',
    retelling((answer, request) => cancels(request) && answer.status === 409, 409, 'invalid_request'),
  ),
  breaking(
    'job.cancel-finished.code:canceled',
    'refuses late cancels of canceled jobs as unknown under 409',
    retelling(
      (answer, request) => cancels(request) && answer.status === 409 && namedJob(request)?.stage.state === 'canceled',
      409,
      'job_not_found',
    ),
  ),
  ...(['succeeded', 'failed'] as const).flatMap((state) => [
    jobs(
      'cancel-finished.unchanged',
      `canceled-${state}`,
      `tells a ${state} job as canceled once a cancel was refused`,
      ({ render, refusesFinishedCancel }) => {
        const late = new Set<string>();
        return {
          refusesFinishedCancel(job) {
            if (job.stage.state === state) late.add(job.id);
            return refusesFinishedCancel(job);
          },
          render: (view) => (late.has(view.job.id) ? { ...render(view), state: 'canceled' } : render(view)),
        };
      },
    ),
  ]),
  jobs(
    'cancel-finished.unchanged',
    'output',
    'drops the output once a cancel was refused',
    ({ render, refusesFinishedCancel }) => {
      const late = new Set<string>();
      return {
        refusesFinishedCancel(job) {
          if (isFinal(job.stage.state)) late.add(job.id);
          return refusesFinishedCancel(job);
        },
        render(view) {
          const { output, ...rest } = render(view);
          return late.has(view.job.id) || output === undefined ? rest : { ...rest, output };
        },
      };
    },
  ),
];
