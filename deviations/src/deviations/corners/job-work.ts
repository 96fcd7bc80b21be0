import { isFinal, type JobView, patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import { answering, besides, isMedia, isObject, onceMore } from '../../changes/exchange-changes.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';
import { changes, deviating, views } from './told-jobs.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const { jobs, telling } = deviating;
const { audio } = views;
const { without, failed, running } = changes;

const codes = [
  'provider_unavailable',
  'provider_empty_response',
  'provider_payment_required',
  'provider_unauthorized',
  'upstream_timeout',
  'moderation_refused',
] as const;
const ruleOf: Readonly<Record<(typeof codes)[number], string>> = {
  provider_unavailable: 'unavailable',
  provider_empty_response: 'empty',
  provider_payment_required: 'payment-required',
  provider_unauthorized: 'unauthorized',
  upstream_timeout: 'timeout',
  moderation_refused: 'moderation',
};
const failsWith =
  (code: string) =>
  ({ job: { stage } }: JobView) =>
    stage.state === 'failed' && stage.error.code === code;

/** Ways to run jobs wrong in one corner only. */
export const jobWorkCorners: readonly Deviation[] = [
  ...codes.flatMap((code) => [
    telling(
      `media.failure.${ruleOf[code]}`,
      'transcription',
      `tells ${code} of transcriptions as the gateway's own failure`,
      (view) => audio(view) && failsWith(code)(view),
      (told) => failed(told, 'internal_error', 'unknown'),
    ),
  ]),
  ...codes
    .filter((code) => code !== 'upstream_timeout')
    .map((code) =>
      telling(
        `media.failure.${ruleOf[code]}`,
        'running',
        `tells jobs that failed with ${code} as running`,
        failsWith(code),
        running,
      ),
    ),
  jobs(
    'job.field.error-code.known',
    'limited',
    'tells the rate of an endpoint by a code of its own in jobs',
    ({ errorOf }) => ({
      errorOf: (error) => errorOf(error.code === 'rate_limited' ? { ...error, code: 'provider_rate_limited' } : error),
    }),
  ),
  telling(
    'media.failure.empty',
    'succeeded',
    'tells jobs whose endpoint answered nothing as succeeded',
    failsWith('provider_empty_response'),
    (told) => ({ ...without(told, 'error'), state: 'succeeded', output: [] }),
  ),
  telling(
    'media.failure.moderation',
    'canceled',
    'tells refused content as canceled',
    failsWith('moderation_refused'),
    (told) => ({ ...without(told, 'error'), state: 'canceled' }),
  ),
  telling(
    'job.outcome.not-early',
    'transcription',
    'tells running transcriptions as succeeded',
    (view) => audio(view) && view.job.stage.state === 'processing',
    (told) => ({ ...told, state: 'succeeded' }),
  ),
  ...(['succeeded', 'canceled'] as const).map((state) =>
    telling(
      'job.outcome.independent',
      state,
      `tells a running job as ${state} once another one is`,
      ({ job, account }) =>
        !isFinal(job.stage.state) && [...account.jobs.values()].some((other) => other.stage.state === state),
      (told) => ({ ...told, state }),
    ),
  ),
  telling(
    'job.outcome.independent',
    'model',
    'tells a job as failed once another one of its model has',
    ({ job, account }) =>
      !isFinal(job.stage.state) &&
      [...account.jobs.values()].some(
        (other) => other.stage.state === 'failed' && other.requestedModel === job.requestedModel,
      ),
    (told) => failed(told, 'provider_unavailable', 'unavailable'),
  ),
  telling(
    'job.cancel.only-the-one',
    'model',
    'tells a job as canceled once another one of its model is',
    ({ job, account }) =>
      !isFinal(job.stage.state) &&
      [...account.jobs.values()].some(
        (other) => other.stage.state === 'canceled' && other.requestedModel === job.requestedModel,
      ),
    (told) => ({ ...told, state: 'canceled' }),
  ),
  breaking('job.read.without-effect:runs', 'runs a job once more at its first read', (behaviour) => {
    const bodies = new Map<string, SeenRequest>();
    return besides((request, answer) => {
      if (isMedia(request) && isObject(answer?.body)) bodies.set(String(answer.body.id), request);
      const id = request.route === 'job-get' && isObject(answer?.body) ? String(answer.body.id) : '';
      const first = bodies.get(id);
      bodies.delete(id);
      return first === undefined ? [] : [onceMore(first)];
    })(behaviour);
  }),
  ...(['image', 'transcription'] as const).map((kind) =>
    breaking(
      `media.forward.${kind}-inputs:retry`,
      `runs the inputs of the earlier ${kind} job for its retry`,
      (behaviour) => {
        const bodies = new Map<string, JsonObject>();
        const noting = answering((answer, request) => {
          if (request.route === kind && isObject(answer.body) && isObject(request.body))
            bodies.set(String(answer.body.id), request.body);
          return answer;
        });
        return patch('routing', ({ upstreamBody }) => ({
          upstreamBody: (body, ...rest) =>
            upstreamBody(
              { ...body, ...without(bodies.get(String(body.retry_of)) ?? {}, 'model', 'models', 'retry_of') },
              ...rest,
            ),
        }))(noting(behaviour));
      },
    ),
  ),
  telling(
    'job.retry-of.echoed',
    'root',
    'tells the first job of a chain of retries as retry_of',
    ({ job }) => job.retryOf !== undefined,
    (told, { job, account }) => {
      let root = String(job.retryOf);
      for (let next = account.jobs.get(root)?.retryOf; next !== undefined; next = account.jobs.get(root)?.retryOf)
        root = next;
      return { ...told, retry_of: root };
    },
  ),
  telling(
    'job.retry-of.echoed',
    'latest',
    'tells the retry before it as retry_of of a second retry',
    ({ job }) => job.retryOf !== undefined,
    (told, { job, account }) => {
      const retries = [...account.jobs.values()].filter(({ retryOf }) => retryOf === job.retryOf);
      return { ...told, retry_of: retries[retries.indexOf(job) - 1]?.id ?? job.retryOf };
    },
  ),
  ...(['image', 'transcription'] as const).map((kind) =>
    telling(
      'job.retry-of.new-job',
      `earlier-${kind}`,
      `tells a failed ${kind} job as queued once it is retried`,
      ({ job, account }) =>
        job.kind === kind &&
        job.stage.state === 'failed' &&
        [...account.jobs.values()].some(({ retryOf }) => retryOf === job.id),
      (told) => ({ ...without(told, 'error', 'completed_at', 'started_at'), state: 'queued' }),
    ),
  ),
  telling(
    'job.retry-of.new-job',
    'output',
    'gives the output of a job away once it is retried',
    ({ job, account }) =>
      job.stage.state === 'succeeded' && [...account.jobs.values()].some(({ retryOf }) => retryOf === job.id),
    (told) => without(told, 'output'),
  ),
  telling(
    'job.metadata.requested-model',
    'served',
    'tells the model that served as the requested one',
    ({ job }) => job.model !== job.requestedModel,
    (told, { job, metadataField }) => ({
      ...told,
      [metadataField]: { ...(told[metadataField] as object), requested_model: job.model },
    }),
  ),
  telling(
    'media.create.model-echoed',
    'without-author',
    'tells the model of a job without its author',
    () => true,
    (told) => ({ ...told, model: String(told.model).replace(/^[^/]*\//, '') }),
  ),
  telling('media.create.model-echoed', 'transcription', 'tells another model of transcriptions', audio, (told) => ({
    ...told,
    model: `${String(told.model).split('/')[0]}/whisper-1`,
  })),
];
