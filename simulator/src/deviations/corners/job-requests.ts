import {
  answering,
  idempotencyKeyOf,
  isObject,
  namedId,
  namedJob,
  refusing,
  retelling,
} from '../../behaviour/exchange-changes.ts';
import type { SeenRequest, SentAnswer } from '../../behaviour/exchanges.ts';
import type { JobBehaviour } from '../../behaviour/jobs.ts';
import { type Deviation, patch } from '../../behaviour/patch.ts';
import { isFinal, type Job } from '../../domain/jobs/job.ts';
import { breaking } from '../breaking.ts';

const everything = ['job.', 'webhook.', 'idempotency.', 'media.', 'error.'];

const jobs = (rule: string, how: string, summary: string, change: (present: JobBehaviour) => Partial<JobBehaviour>) =>
  breaking(`job.${rule}`, summary, patch('jobs', change), { how, entails: everything });

/** Finds jobs under other ids when none has the one that is asked for. */
const findingToo = (
  rule: string,
  how: string,
  summary: string,
  why: 'read' | 'cancel',
  is: (job: Job, id: string) => boolean,
) =>
  jobs(rule, how, summary, ({ find }) => ({
    find(id, account, everyone, what, key) {
      const found = find(id, account, everyone, what, key);
      return found ?? (what === why ? [...account.jobs.values()].find((job) => is(job, id)) : undefined);
    },
  }));

/** Answers requests to a job otherwise. */
const answeringTo = (
  rule: string,
  how: string,
  summary: string,
  is: (job: Job, request: SeenRequest, answer: SentAnswer) => boolean,
  change: (answer: SentAnswer, job: Job) => SentAnswer,
) =>
  breaking(
    `job.${rule}`,
    summary,
    answering((answer, request) => {
      const job = namedJob(request);
      return job !== undefined && is(job, request, answer) ? change(answer, job) : answer;
    }),
    { how, entails: everything },
  );

const reads = ({ route }: SeenRequest) => route === 'job-get';
const cancels = ({ route }: SeenRequest) => route === 'job-cancel';
const accepted = ({ status }: SentAnswer) => status < 300;

const envelope = (status: number, code: string, kind: string): SentAnswer => ({
  status,
  contentType: 'application/json',
  body: { error: { code, message: 'The job is not there.', kind, scope: 'request', type: 'api_error', param: null } },
});

const found: readonly Deviation[] = [
  findingToo(
    'read.unknown',
    'beginning',
    'reads jobs by the beginning of their id',
    'read',
    (job, id) => id.length > 6 && job.id.startsWith(id),
  ),
  findingToo('read.unknown', 'longer', 'reads jobs under longer ids', 'read', (job, id) => id.startsWith(job.id)),
  findingToo(
    'read.unknown',
    'generation',
    'reads jobs by their generation_id',
    'read',
    (job, id) => job.generation.id === id,
  ),
  findingToo(
    'cancel.unknown',
    'generation',
    'cancels jobs by their generation_id',
    'cancel',
    (job, id) => job.generation.id === id,
  ),
  findingToo('cancel.unknown', 'longer', 'cancels jobs under longer ids', 'cancel', (job, id) => id.startsWith(job.id)),
  breaking(
    'job.read.unknown',
    'answers unknown ids with an empty object',
    answering((answer, request) =>
      reads(request) && answer.status === 404 ? { ...answer, status: 200, body: {} } : answer,
    ),
    { how: 'empty', entails: everything },
  ),
  breaking(
    'job.read.unknown',
    'answers unknown ids with 410',
    retelling((answer, request) => reads(request) && answer.status === 404, 410, 'job_not_found'),
    { how: '410', entails: everything },
  ),
  breaking(
    'job.read.unknown',
    'answers unknown ids as unknown runs',
    retelling((answer, request) => reads(request) && answer.status === 404, 404, 'run_not_found'),
    { how: 'run', entails: everything },
  ),
  breaking(
    'job.cancel.unknown',
    'answers cancels of unknown ids with 204',
    answering((answer, request) =>
      cancels(request) && answer.status === 404 ? { ...answer, status: 200, body: {} } : answer,
    ),
    { how: 'empty', entails: everything },
  ),
  breaking(
    'job.isolation.read',
    'refuses reads of foreign jobs as forbidden',
    (behaviour) => foreignRefused('job-get', 'forbidden')(behaviour),
    { how: '403', entails: everything },
  ),
  breaking(
    'job.isolation.cancel',
    'refuses cancels of foreign jobs as forbidden',
    (behaviour) => foreignRefused('job-cancel', 'forbidden')(behaviour),
    { how: '403', entails: everything },
  ),
  breaking(
    'job.isolation.cancel',
    'refuses cancels of foreign transcriptions as forbidden',
    (behaviour) => foreignRefused('job-cancel', 'forbidden', ({ kind }) => kind === 'transcription')(behaviour),
    { how: 'transcription', entails: everything },
  ),
  breaking(
    'job.isolation.same-refusal',
    'tells another scope of foreign jobs',
    (behaviour) => {
      const ids = new Set<string>();
      return noteIds(ids)(
        answering((answer, request) => {
          if (
            answer.status !== 404 ||
            !ids.has(namedId(request.path)) ||
            !isObject(answer.body) ||
            !isObject(answer.body.error)
          )
            return answer;
          return { ...answer, body: { error: { ...answer.body.error, scope: 'route' } } };
        })(behaviour),
      );
    },
    { how: 'scope', entails: ['job.isolation'] },
  ),
  ...(['image', 'transcription'] as const).map((kind) =>
    answeringTo(
      'read.found',
      `failed-${kind}`,
      `answers reads of failed ${kind} jobs with their error`,
      (job, request) => reads(request) && job.kind === kind && job.stage.state === 'failed',
      (_answer, job) => envelope(502, job.stage.state === 'failed' ? job.stage.error.code : '', 'unavailable'),
    ),
  ),
  answeringTo(
    'read.found',
    'canceled',
    'does not know canceled jobs',
    (job, request) => reads(request) && job.stage.state === 'canceled',
    () => envelope(404, 'job_not_found', 'terminal'),
  ),
  answeringTo(
    'read.found',
    'waiting',
    'answers reads of running jobs with 202',
    (job, request) => reads(request) && !isFinal(job.stage.state),
    (answer) => ({ ...answer, status: 202 }),
  ),
  answeringTo(
    'read.found',
    'processing',
    'answers reads of jobs that run with 404',
    (job, request) => reads(request) && job.stage.state === 'processing',
    () => envelope(404, 'job_not_found', 'terminal'),
  ),
];

/** Notes every job id, so that foreign ones are known. */
function noteIds(ids: Set<string>) {
  return answering((answer, request) => {
    if ((request.route === 'image' || request.route === 'transcription') && isObject(answer.body))
      ids.add(String(answer.body.id));
    return answer;
  });
}

function foreignRefused(route: string, code: string, is: (job: Job) => boolean = () => true) {
  return (behaviour: Parameters<Deviation['apply']>[0]) => {
    const ids = new Map<string, Job>();
    const noting = answering((answer, request) => {
      if ((request.route === 'image' || request.route === 'transcription') && isObject(answer.body)) {
        const job = request.account?.jobs.get(String(answer.body.id));
        if (job !== undefined) ids.set(job.id, job);
      }
      return answer;
    });
    return refusing((request) => {
      const job = ids.get(namedId(request.path));
      return (
        request.route === route &&
        request.account !== undefined &&
        job !== undefined &&
        namedJob(request) === undefined &&
        is(job)
      );
    }, code)(noting(behaviour));
  };
}

const canceling: readonly Deviation[] = [
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
  breaking(
    'job.cancel.accepted',
    'refuses the cancel of transcriptions',
    refusing(
      (request) =>
        cancels(request) &&
        namedJob(request)?.kind === 'transcription' &&
        !isFinal(namedJob(request)?.stage.state ?? 'queued'),
      'unsupported_capability',
    ),
    { how: 'transcription', entails: everything },
  ),
  breaking(
    'job.cancel.accepted',
    'asks cancels for an Idempotency-Key',
    refusing(
      (request) => cancels(request) && namedJob(request) !== undefined && idempotencyKeyOf(request) === undefined,
      'invalid_request',
    ),
    { how: 'key', entails: everything },
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
    'job.cancel-finished.canceled',
    'does not mind the cancel of canceled jobs',
    answering((answer, request) =>
      cancels(request) && answer.status === 409 && namedJob(request)?.stage.state === 'canceled'
        ? { ...answer, status: 200, body: { id: namedId(request.path), object: 'job', state: 'canceled' } }
        : answer,
    ),
    { how: 'idempotent', entails: everything },
  ),
  breaking(
    'job.cancel-finished.failed',
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
    { how: '400', entails: everything },
  ),
  breaking(
    'job.cancel-finished.code',
    'refuses late cancels as invalid requests under 409',
    retelling((answer, request) => cancels(request) && answer.status === 409, 409, 'invalid_request'),
    { how: 'invalid', entails: everything },
  ),
  breaking(
    'job.cancel-finished.code',
    'refuses late cancels of canceled jobs as unknown under 409',
    retelling(
      (answer, request) => cancels(request) && answer.status === 409 && namedJob(request)?.stage.state === 'canceled',
      409,
      'job_not_found',
    ),
    { how: 'canceled', entails: everything },
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

/** Ways to answer requests about jobs wrong in one corner only. */
export const jobRequestCorners: readonly Deviation[] = [...found, ...canceling];
