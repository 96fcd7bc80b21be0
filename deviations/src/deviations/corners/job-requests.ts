import {
  isFinal,
  type Job,
  type JobBehaviour,
  patch,
  type SeenRequest,
  type SentAnswer,
} from '@gateproof/simulator/behaviour';
import { answering, isObject, namedId, namedJob, refusing, retelling } from '../../changes/exchange-changes.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

const jobs = (rule: string, how: string, summary: string, change: (present: JobBehaviour) => Partial<JobBehaviour>) =>
  breaking(`job.${rule}:${how}`, summary, patch('jobs', change));

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
export const answeringTo = (
  rule: string,
  how: string,
  summary: string,
  is: (job: Job, request: SeenRequest, answer: SentAnswer) => boolean,
  change: (answer: SentAnswer, job: Job) => SentAnswer,
) =>
  breaking(
    `job.${rule}:${how}`,
    summary,
    answering((answer, request) => {
      const job = namedJob(request);
      return job !== undefined && is(job, request, answer) ? change(answer, job) : answer;
    }),
  );

const reads = ({ route }: SeenRequest) => route === 'job-get';

const envelope = (status: number, code: string, kind: string): SentAnswer => ({
  status,
  contentType: 'application/json',
  body: { error: { code, message: 'The job is not there.', kind, scope: 'request', type: 'api_error', param: null } },
});

/** Ways to find jobs wrong in one corner only. */
export const jobRequestCorners: readonly Deviation[] = [
  answeringTo(
    'read.content-type',
    'read',
    'answers reads of jobs as text',
    (_job, request, { status }) => reads(request) && status < 300,
    (answer) => ({ ...answer, contentType: 'text/plain' }),
  ),
  answeringTo(
    'read.content-type',
    'cancel',
    'answers accepted cancels as text',
    (_job, { route }, { status }) => route === 'job-cancel' && status < 300,
    (answer) => ({ ...answer, contentType: 'text/plain' }),
  ),
  jobs('retry-of.echoed', 'other-key', 'looks for the retried job among those of the same key', ({ find }) => ({
    find(id, account, everyone, why, key) {
      const found = find(id, account, everyone, why, key);
      return why === 'retry' && found?.key !== key ? undefined : found;
    },
  })),
  jobs(
    'time.created-at-submission',
    'retry',
    'tells retries with the created_at of the job that they retry',
    ({ render }) => ({
      render(view) {
        const earlier = view.account.jobs.get(view.job.retryOf ?? '');
        const told = render(view);
        return earlier === undefined ? told : { ...told, created_at: new Date(earlier.createdAtMs).toISOString() };
      },
    }),
  ),
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
    'job.read.unknown:empty',
    'answers unknown ids with an empty object',
    answering((answer, request) =>
      reads(request) && answer.status === 404 ? { ...answer, status: 200, body: {} } : answer,
    ),
  ),
  breaking(
    'job.read.unknown:410',
    'answers unknown ids with 410',
    retelling((answer, request) => reads(request) && answer.status === 404, 410, 'job_not_found'),
  ),
  breaking(
    'job.read.unknown:run',
    'answers unknown ids as unknown runs',
    retelling((answer, request) => reads(request) && answer.status === 404, 404, 'run_not_found'),
  ),
  breaking(
    'job.cancel.unknown:empty',
    'answers cancels of unknown ids with 204',
    answering((answer, request) =>
      request.route === 'job-cancel' && answer.status === 404 ? { ...answer, status: 200, body: {} } : answer,
    ),
  ),
  breaking('job.isolation.read:403', 'refuses reads of foreign jobs as forbidden', (behaviour) =>
    foreignRefused('job-get', 'forbidden')(behaviour),
  ),
  breaking('job.isolation.cancel:403', 'refuses cancels of foreign jobs as forbidden', (behaviour) =>
    foreignRefused('job-cancel', 'forbidden')(behaviour),
  ),
  breaking(
    'job.isolation.cancel:transcription',
    'refuses cancels of foreign transcriptions as forbidden',
    (behaviour) => foreignRefused('job-cancel', 'forbidden', ({ kind }) => kind === 'transcription')(behaviour),
  ),
  breaking('job.isolation.same-refusal:scope', 'tells another scope of foreign jobs', (behaviour) => {
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
  }),
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
