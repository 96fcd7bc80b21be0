import { isFinal, type Job, type JobView, patch } from '@gateproof/simulator/behaviour';
import {
  answering,
  answeringBody,
  chargeAgain,
  isObject,
  type JsonObject,
  namedId,
  namedJob,
  refusing,
} from '../changes/exchange-changes.ts';
import { without } from '../changes/reshape.ts';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';
import { renderingJobs } from './job-fields.ts';

/** Changes a Job as it is told, with what it is told from. */
function viewing(change: (told: JsonObject, view: JobView) => JsonObject) {
  return patch('jobs', ({ render }) => ({ render: (view) => change(render(view), view) }));
}

/** Tells jobs of one kind in another final state than the one they came to. */
function ending(kind: Job['kind'], from: string, to: string) {
  return viewing((told, { job }) => (job.kind === kind && told.state === from ? { ...told, state: to } : told));
}

/** Changes what is told at every sight of a job by reading but the first. */
function fromTheSecondRead(change: (told: JsonObject, view: JobView) => JsonObject) {
  const read = new Set<string>();
  return viewing((told, view) => {
    if (view.where !== 'read') return told;
    if (read.has(view.job.id)) return change(told, view);
    read.add(view.job.id);
    return told;
  });
}

/** Changes what is told at the first read of a final job. */
function atTheFirstFinalRead(change: (told: JsonObject) => JsonObject) {
  const read = new Set<string>();
  return viewing((told, { job, where }) => {
    if (where !== 'read' || !isFinal(job.stage.state) || read.has(job.id)) return told;
    read.add(job.id);
    return change(told);
  });
}

function unfinished(told: JsonObject): JsonObject {
  const { completed_at: _completed, output: _output, usage: _usage, error: _error, ...rest } = told;
  return { ...rest, state: 'processing' };
}

/** Counts sights of canceled jobs: the first is told as it is. */
function afterCancel(state: string) {
  const seen = new Set<string>();
  return viewing((told, { job, where }) => {
    if (told.state !== 'canceled' || where !== 'read') return told;
    if (seen.has(job.id)) return { ...told, state };
    seen.add(job.id);
    return told;
  });
}

const outcomes: readonly Deviation[] = [
  breaking('job.outcome.succeeded', 'tells images that are ready as failed', ending('image', 'succeeded', 'failed')),
  breaking(
    'job.outcome.failed',
    'tells images that came to nothing as canceled',
    ending('image', 'failed', 'canceled'),
  ),
  breaking(
    'job.outcome.transcription-succeeded',
    'tells texts that are ready as failed',
    ending('transcription', 'succeeded', 'failed'),
  ),
  breaking(
    'job.outcome.transcription-failed',
    'tells transcriptions that came to nothing as canceled',
    ending('transcription', 'failed', 'canceled'),
  ),
  breaking(
    'job.outcome.independent',
    'tells every job as failed once one has',
    viewing((told, { account, job }) =>
      [...account.jobs.values()].some((other) => other !== job && other.stage.state === 'failed') &&
      !isFinal(job.stage.state)
        ? { ...told, state: 'failed', error: { code: 'provider_unavailable', kind: 'unavailable', message: 'No.' } }
        : told,
    ),
  ),
  breaking('job.state.no-return-to-queued', 'tells a job that runs as queued at its second read', (behaviour) =>
    fromTheSecondRead((told) => (told.state === 'processing' ? { ...told, state: 'queued' } : told))(behaviour),
  ),
  breaking('job.final.late-answer', 'tells a canceled job as failed later', (behaviour) =>
    afterCancel('failed')(behaviour),
  ),
  breaking('job.cancel.stays-canceled', 'tells a canceled job as succeeded later', (behaviour) =>
    afterCancel('succeeded')(behaviour),
  ),
];

const sights: readonly Deviation[] = [
  breaking('job.identity.requested-model', 'tells another requested model from the second read on', (behaviour) =>
    fromTheSecondRead((told, { metadataField }) => ({
      ...told,
      [metadataField]: { ...(told[metadataField] as JsonObject), requested_model: 'gateproof/other' },
    }))(behaviour),
  ),
  breaking('job.identity.retry-of', 'leaves out retry_of from the second read on', (behaviour) =>
    fromTheSecondRead((told) => without(told, 'retry_of'))(behaviour),
  ),
  breaking(
    'job.read.found',
    'answers reads of jobs with 203',
    answering((answer, { route }) =>
      route === 'job-get' && answer.status === 200 ? { ...answer, status: 203 } : answer,
    ),
  ),
  breaking(
    'job.read.malformed',
    'fails on ids of another form',
    refusing(({ route, path }) => route === 'job-get' && !/^job_\w+$/.test(namedId(path)), 'internal_error'),
  ),
  breaking(
    'job.read.without-effect',
    'charges reads',
    answering((answer, request) => {
      if (request.route === 'job-get' && answer.status === 200) chargeAgain(request);
      return answer;
    }),
  ),
  breaking(
    'job.read.other-key',
    'shows jobs to the key that submitted them alone',
    refusing(
      (request) =>
        request.route === 'job-get' &&
        namedJob(request) !== undefined &&
        request.headers.authorization !== `Bearer ${namedJob(request)?.key.secret}`,
      'job_not_found',
    ),
  ),
  breaking('job.read.state-of-work', 'shows the end of a job from the second read on', (behaviour) =>
    atTheFirstFinalRead(unfinished)(behaviour),
  ),
  breaking('webhook.event.job-already-final', 'sends events before reads show the end', (behaviour) =>
    atTheFirstFinalRead(unfinished)(behaviour),
  ),
];

const retention: readonly Deviation[] = [
  breaking(
    'job.retry-of.new-job',
    'answers a retry with the earlier job',
    answeringBody((body, { body: asked }, status) =>
      status === 202 && isObject(asked) && typeof asked.retry_of === 'string' ? { ...body, id: asked.retry_of } : body,
    ),
  ),
  breaking(
    'job.retry-of.new-job:gone',
    'forgets a job that is retried',
    refusing((request) => {
      const { id } = namedJob(request) ?? {};
      return [...(request.account?.jobs.values() ?? [])].some(({ retryOf }) => retryOf !== undefined && retryOf === id);
    }, 'job_not_found'),
  ),
  breaking(
    'job.retry-of.unknown',
    'fails on a retry of an unknown job',
    refusing(
      ({ body, account }) => isObject(body) && typeof body.retry_of === 'string' && !account?.jobs.has(body.retry_of),
      'internal_error',
    ),
  ),
  breaking(
    'job.zdr.output-gone',
    'shows output of discarded jobs',
    viewing((told, { job }) =>
      job.stage.state === 'failed' && job.stage.error.code === 'retention_expired'
        ? { ...told, output: [{ url: `${job.origin}/files/x`, type: 'image/png', bytes: 1 }] }
        : told,
    ),
  ),
  breaking(
    'job.zdr.finished-in-time',
    'discards jobs that have finished as well',
    viewing((told, { job, nowMs }) =>
      job.isZdr && told.state === 'succeeded' && nowMs > job.createdAtMs + 86_400_000
        ? {
            ...unfinished(told),
            state: 'failed',
            completed_at: told.completed_at,
            error: { code: 'retention_expired', kind: 'terminal', message: 'Discarded.' },
          }
        : told,
    ),
  ),
  breaking(
    'job.zdr.event',
    'discards without an event',
    patch('jobs', {
      announces: ({ stage }) => !(stage.state === 'failed' && stage.error.code === 'retention_expired'),
    }),
  ),
  breaking(
    'version.price.job',
    'tells no price version with the cost of jobs',
    renderingJobs((told) =>
      isObject(told.usage)
        ? { ...told, usage: { ...told.usage, cost: without(told.usage.cost as JsonObject, 'price_version') } }
        : told,
    ),
  ),
];

/** What a gateway gets wrong about jobs that shows only in one of several sights, or beside another job. */
export const jobReadDeviations: readonly Deviation[] = [...outcomes, ...sights, ...retention];
