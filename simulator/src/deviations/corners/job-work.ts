import { answering, besides, isMedia, isObject, onceMore } from '../../behaviour/exchange-changes.ts';
import type { SeenRequest, SentAnswer } from '../../behaviour/exchanges.ts';
import type { JobBehaviour, JobView } from '../../behaviour/jobs.ts';
import { type Deviation, patch } from '../../behaviour/patch.ts';
import { isFinal, type Job, type JobFile } from '../../domain/jobs/job.ts';
import { breaking } from '../breaking.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const everything = ['job.', 'webhook.', 'idempotency.', 'media.', 'fallback.'];
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const jobs = (rule: string, how: string, summary: string, change: (present: JobBehaviour) => Partial<JobBehaviour>) =>
  breaking(rule, summary, (behaviour) => patch('jobs', change)(behaviour), { how, entails: everything });

/** Tells jobs otherwise where `is` holds. */
const telling = (
  rule: string,
  how: string,
  summary: string,
  is: (view: JobView) => boolean,
  change: (told: JsonObject, view: JobView) => JsonObject,
) =>
  jobs(rule, how, summary, ({ render }) => ({
    render: (view) => (is(view) ? change(render(view), view) : render(view)),
  }));

const isAudio = ({ job }: JobView) => job.kind === 'transcription';
const isExpired = ({ stage }: Job) => stage.state === 'failed' && stage.error.code === 'retention_expired';
const without = (told: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(told).filter(([name]) => !names.includes(name)));
const inItems = (told: JsonObject, change: (item: JsonObject, place: number) => JsonObject): JsonObject =>
  Array.isArray(told.output) ? { ...told, output: told.output.map(change) } : told;
const running = (told: JsonObject): JsonObject => ({
  ...without(told, 'completed_at', 'error', 'output'),
  state: 'processing',
});
const failed = (told: JsonObject, code: string, kind: string): JsonObject => ({
  ...without(told, 'output', 'usage'),
  state: 'failed',
  error: { code, kind, message: 'It did not work.' },
});

const zdr: readonly Deviation[] = [
  jobs('job.zdr.discarded', 'retries', 'never discards zdr jobs that retry another', () => ({
    isDiscarded: (job) => job.isZdr && job.retryOf === undefined,
  })),
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
    (view) => isAudio(view) && isExpired(view.job),
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
    (view) => isAudio(view) && isExpired(view.job),
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
      isAudio(view) &&
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
  breaking(
    'job.zdr.discarded',
    'answers reads of discarded jobs as timed out',
    (behaviour) =>
      reading504('upstream_timeout', 'timeout')(patch('jobs', { discardedRead: 'retention_expired' })(behaviour)),
    { how: 'read-timeout', entails: everything },
  ),
  breaking(
    'job.zdr.kind',
    'answers reads of discarded jobs with a timeout',
    (behaviour) =>
      reading504('retention_expired', 'timeout')(patch('jobs', { discardedRead: 'retention_expired' })(behaviour)),
    { how: 'answer', entails: [...everything, 'error.'] },
  ),
  jobs('job.zdr.event', 'transcription', 'discards transcriptions without an event', ({ announces }) => ({
    announces: (job) => announces(job) && !(isExpired(job) && job.kind === 'transcription'),
  })),
];

function reading504(code: string, kind: string) {
  return answering((answer: SentAnswer, { route }: SeenRequest) => {
    const error = isObject(answer.body) ? answer.body.error : undefined;
    return route === 'job-get' && answer.status === 504 && isObject(error)
      ? { ...answer, body: { error: { ...error, code, kind } } }
      : answer;
  });
}

const outputs: readonly Deviation[] = [
  jobs('job.output.file-of-endpoint', 'mixed', 'gives every job the files of the one before', ({ files }) => {
    let before: readonly JobFile[] | undefined;
    return {
      files(made) {
        const kept = before ?? made;
        before = files(made);
        return kept;
      },
    };
  }),
  jobs('job.output.each-image', 'twice', 'tells each image twice', ({ files }) => ({
    files: (made) => files(made.flatMap((file) => (file.type.startsWith('image/') ? [file, file] : [file]))),
  })),
  jobs('job.output.each-image', 'two', 'keeps two images at most', ({ files }) => ({
    files: (made) => files(made.slice(0, 2)),
  })),
  telling(
    'job.output.bytes-match',
    'characters',
    'counts the characters of texts as bytes',
    ({ job }) => job.stage.state === 'succeeded',
    (told, { job }) =>
      inItems(told, (item, place) => {
        const file = job.stage.state === 'succeeded' ? job.stage.files[place] : undefined;
        return file === undefined || file.type.startsWith('image/')
          ? item
          : { ...item, bytes: Buffer.from(file.bytes).toString('utf8').length };
      }),
  ),
  telling('job.output.bytes-match', 'transcription', 'tells wrong sizes of texts', isAudio, (told) =>
    inItems(told, (item) => ({ ...item, bytes: Number(item.bytes) + 2 })),
  ),
  telling('job.output.checksum-match', 'transcription', 'tells wrong checksums of texts', isAudio, (told) =>
    inItems(told, (item) => ({ ...item, checksum_sha256: 'cd'.repeat(32) })),
  ),
  telling('job.output.link-opens', 'transcription', 'hands out links to nowhere for texts', isAudio, (told) =>
    inItems(told, (item) => (item.url === undefined ? item : { ...item, url: `${String(item.url)}0` })),
  ),
  telling('job.output.link-unexpired', 'transcription', 'hands out expired links for texts', isAudio, (told) =>
    inItems(told, (item) => (item.url === undefined ? item : { ...item, url_expires_at: '2026-01-01T00:00:00.000Z' })),
  ),
  telling(
    'job.output.fresh-link',
    'transcription',
    'keeps the links of texts',
    isAudio,
    (told, { job, linkLifetimeMs }) =>
      inItems(told, (item) =>
        item.url === undefined || !('completedAtMs' in job.stage)
          ? item
          : { ...item, url_expires_at: new Date(job.stage.completedAtMs + linkLifetimeMs).toISOString() },
      ),
  ),
  telling('job.output.on-succeeded', 'transcription', 'tells no output of transcriptions', isAudio, (told) =>
    without(told, 'output'),
  ),
  telling(
    'job.output.on-succeeded',
    'empty',
    'tells an empty output of transcriptions',
    (view) => isAudio(view) && view.job.stage.state === 'succeeded',
    (told) => ({ ...told, output: [] }),
  ),
  jobs('job.output.on-succeeded', 'first', 'tells the output of a job from its second read on', ({ render }) => {
    const seen = new Set<string>();
    return {
      render(view) {
        const told = render(view);
        if (view.job.stage.state !== 'succeeded' || view.where !== 'read' || seen.has(view.job.id)) return told;
        seen.add(view.job.id);
        return { ...told, output: [] };
      },
    };
  }),
  telling(
    'job.output.none-on-failed',
    'transcription',
    'tells output of failed transcriptions',
    (view) => isAudio(view) && view.job.stage.state === 'failed',
    (told) => ({ ...told, output: [{ type: 'text/plain', bytes: 0 }] }),
  ),
];

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

const failures: readonly Deviation[] = [
  ...codes.flatMap((code) => [
    telling(
      `media.failure.${ruleOf[code]}`,
      'transcription',
      `tells ${code} of transcriptions as the gateway's own failure`,
      (view) => isAudio(view) && failsWith(code)(view),
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
    (view) => isAudio(view) && view.job.stage.state === 'processing',
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
  breaking(
    'job.read.without-effect',
    'runs a job once more at its first read',
    (behaviour) => {
      const bodies = new Map<string, SeenRequest>();
      return besides((request, answer) => {
        if (isMedia(request) && isObject(answer?.body)) bodies.set(String(answer.body.id), request);
        const id = request.route === 'job-get' && isObject(answer?.body) ? String(answer.body.id) : '';
        const first = bodies.get(id);
        bodies.delete(id);
        return first === undefined ? [] : [onceMore(first)];
      })(behaviour);
    },
    { how: 'runs', entails: everything },
  ),
  ...(['image', 'transcription'] as const).map((kind) =>
    breaking(
      `media.forward.${kind}-inputs`,
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
      { how: 'retry', entails: everything },
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
    'slug',
    'tells the model of a job without its author',
    () => true,
    (told) => ({ ...told, model: String(told.model).replace(/^[^/]*\//, '') }),
  ),
  telling('media.create.model-echoed', 'transcription', 'tells another model of transcriptions', isAudio, (told) => ({
    ...told,
    model: `${String(told.model).split('/')[0]}/whisper-1`,
  })),
];

/** Ways to run jobs and keep their output wrong in one corner only. */
export const jobWorkCorners: readonly Deviation[] = [...zdr, ...outputs, ...failures];
