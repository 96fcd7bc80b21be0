import {
  type Account,
  GatewayError,
  isFinal,
  type Job,
  type JobBehaviour,
  type JobFile,
  patch,
} from '@gateproof/simulator/behaviour';
import { realTime } from '@gateproof/upstreams';
import { idempotencyKeyOf, isMedia, isObject } from '../../changes/exchange-changes.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

type Apply = Deviation['apply'];
type Find = JobBehaviour['find'];

const hourMs = 3_600_000;

const changed = (rule: string, how: string, summary: string, apply: Apply) =>
  breaking(`${rule}:${how}`, summary, apply);

/** Finds jobs otherwise; `change` gets what is found and the arguments of the search. */
const finding = (
  rule: string,
  how: string,
  summary: string,
  change: (found: Job | undefined, search: Parameters<Find>) => Job | undefined,
) =>
  changed(
    rule,
    how,
    summary,
    patch('jobs', ({ find }) => ({ find: (...search) => change(find(...search), search) })),
  );

/** The job of another account under the id. */
function foreign([id, account, everyone]: Parameters<Find>): Job | undefined {
  return [...everyone].filter((other) => other !== account).flatMap(({ jobs }) => jobs.get(id) ?? [])[0];
}

function endedAgo({ stage }: Job, { clock }: Account): number {
  return 'completedAtMs' in stage ? clock.now() - stage.completedAtMs : 0;
}

/** Changes jobs, and tells of each whether a model behind the requested one is asked. */
function knowingFallbacks(
  change: (jobs: JobBehaviour, hasFallenBack: (job: Job) => boolean) => Partial<JobBehaviour>,
): Apply {
  return (behaviour) => {
    const requested = new Set<unknown>();
    const noting = patch('routing', ({ upstreamBody }) => ({
      upstreamBody(body, model, serviceField) {
        if (body.model !== model.id) requested.add(body.model);
        return upstreamBody(body, model, serviceField);
      },
    }));
    return patch('jobs', (jobs) => change(jobs, ({ requestedModel }) => requested.has(requestedModel)))(
      noting(behaviour),
    );
  };
}

const cancelMs = 20;

/** Lets cancels take a moment, and says of each whether another one of the same job was under way when it came. */
function slowCancels(change: (jobs: JobBehaviour, isSecond: (job: Job) => boolean) => Partial<JobBehaviour>): Apply {
  return (behaviour) => {
    const underWay = new Set<Job>();
    const second = new Set<Job>();
    return patch('jobs', (jobs) => {
      const { beforeCancel, ...others } = change(jobs, (job) => second.has(job));
      return {
        ...others,
        async beforeCancel(job) {
          if (underWay.has(job)) second.add(job);
          await beforeCancel?.(job);
          underWay.add(job);
          await new Promise<void>((resolve) => realTime.setTimer(cancelMs, resolve));
          underWay.delete(job);
        },
      };
    })(behaviour);
  };
}

const cancels: readonly Deviation[] = [
  changed(
    'job.cancel.again',
    'together',
    'fails on a cancel while another one of the job is under way',
    slowCancels((_jobs, isSecond) => ({
      beforeCancel(job) {
        if (isSecond(job)) throw new GatewayError('internal_error', 'The job is locked.', { scope: 'request' });
        return undefined;
      },
    })),
  ),
  changed(
    'webhook.event.once-per-job',
    'cancels-together',
    'tells of a canceled job once for each cancel that was under way',
    slowCancels(({ mayMove, endsByCancel }, isSecond) => ({
      endsByCancel: (job) => endsByCancel(job) || (isSecond(job) && job.stage.state === 'canceled'),
      mayMove: (from, to, job) => mayMove(from, to, job) || (from === 'canceled' && to === 'canceled' && isSecond(job)),
    })),
  ),
  finding(
    'job.cancel.accepted',
    'deleted-key',
    'finds no job to cancel whose key was deleted, when another key asks',
    (found, [, , , why, key]) =>
      why === 'cancel' && found?.key.deleted === true && found.key !== key ? undefined : found,
  ),
  changed(
    'job.cancel.reaches-final',
    'fallback',
    'lets jobs go on after a cancel once a model has failed',
    knowingFallbacks(({ mayMove, stopsCall }, hasFallenBack) => ({
      mayMove: (from, to, job) => mayMove(from, to, job) && !(to === 'canceled' && hasFallenBack(job)),
      stopsCall: (job) => stopsCall(job) && !hasFallenBack(job),
    })),
  ),
];

const strangers: readonly Deviation[] = [
  finding(
    'job.retry-of.foreign',
    'succeeded',
    "says of another account's job that succeeded that it has not failed",
    (found, search) => {
      if (search[3] !== 'retry' || found !== undefined || foreign(search)?.stage.state !== 'succeeded') return found;
      throw new GatewayError('invalid_request', 'retry_of: names a job that has not failed.', { scope: 'request' });
    },
  ),
  finding(
    'job.retry-of.foreign',
    'running',
    "says of another account's running job that it has not ended",
    (found, search) => {
      const theirs = search[3] === 'retry' && found === undefined ? foreign(search) : undefined;
      if (theirs === undefined || isFinal(theirs.stage.state)) return found;
      throw new GatewayError('invalid_request', 'retry_of: names a job that has not ended.', { scope: 'request' });
    },
  ),
  finding(
    'job.isolation.same-refusal',
    'finished',
    "refuses another account's finished job in other words",
    (found, search) => {
      const theirs = search[3] !== 'retry' && found === undefined ? foreign(search) : undefined;
      if (theirs === undefined || !isFinal(theirs.stage.state)) return found;
      throw new GatewayError('job_not_found', 'This job is not yours.', { scope: 'request' });
    },
  ),
  finding(
    'job.isolation.same-refusal',
    'generation',
    "tells the generation of another account's job with the refusal",
    (found, search) => {
      const theirs = search[3] !== 'retry' && found === undefined ? foreign(search) : undefined;
      if (theirs === undefined) return found;
      throw new GatewayError('job_not_found', `The account has no job ${search[0]}.`, {
        scope: 'request',
        generationId: theirs.generation.id,
      });
    },
  ),
  changed(
    'job.isolation.read',
    'together',
    'answers the second read of a finished job as that of another account was answered a moment before',
    (behaviour) => {
      const seen = new Set<string>();
      let last: { readonly account: Account | undefined; readonly body: unknown; readonly atMs: number } | undefined;
      return patch('exchanges', ({ answer }) => ({
        answer(told, request) {
          const sent = answer(told, request);
          const { route, path, account } = request;
          const isRead = route === 'job-get' && isObject(sent.body) && 'completed_at' in sent.body;
          // The first read, with which whoever waits for the end is done, is told right.
          if (!isRead || seen.size < seen.add(path).size) return sent;
          const before = last;
          const atMs = realTime.now();
          last = { account, body: sent.body, atMs };
          const isMixed = before !== undefined && before.account !== account && atMs - before.atMs <= 5;
          return isMixed ? { ...sent, body: before.body } : sent;
        },
      }))(behaviour);
    },
  ),
];

const zeroRetention: readonly Deviation[] = [
  changed('job.zdr.discarded', 'idempotency-key', 'never discards zdr jobs under an idempotency key', (behaviour) => {
    const models = new Set<unknown>();
    const noting = patch('exchanges', ({ refusal }) => ({
      refusal(request) {
        if (isMedia(request) && idempotencyKeyOf(request) !== undefined && isObject(request.body))
          models.add(request.body.model);
        return refusal(request);
      },
    }));
    return patch('jobs', ({ isDiscarded }) => ({
      isDiscarded: (job) => isDiscarded(job) && !models.has(job.requestedModel),
    }))(noting(behaviour));
  }),
  changed(
    'job.zdr.discarded',
    'list',
    'never discards zdr jobs that have models to fall back on',
    patch('jobs', ({ isDiscarded }) => ({
      isDiscarded: (job) => isDiscarded(job) && (job.work?.modelIds.length ?? 1) === 1,
    })),
  ),
  changed(
    'job.zdr.discarded',
    'fallback',
    'never discards zdr jobs of which a model has failed',
    knowingFallbacks(({ mayMove }, hasFallenBack) => ({
      mayMove: (from, to, job) => mayMove(from, to, job) && !(job.isZdr && to === 'failed' && hasFallenBack(job)),
    })),
  ),
  changed('job.zdr.others-kept', 'retry-of-zdr', 'discards retries of zdr jobs as those', (behaviour) => {
    const ids = new Set<string | undefined>();
    return patch('jobs', ({ isDiscarded }) => ({
      isDiscarded(job) {
        if (isDiscarded(job)) ids.add(job.id);
        return isDiscarded(job) || ids.has(job.retryOf);
      },
    }))(behaviour);
  }),
  changed(
    'job.zdr.event',
    'code',
    'tells discarded jobs as timed out in their events',
    patch('jobs', ({ render }) => ({
      render(view) {
        const told = render(view);
        const { error } = told;
        return view.where === 'event' && isObject(error) && error.code === 'retention_expired'
          ? { ...told, error: { ...error, code: 'upstream_timeout', kind: 'timeout' } }
          : told;
      },
    })),
  ),
];

const work: readonly Deviation[] = [
  changed('media.forward.image-inputs', 'together', 'sends every job the prompt that came last', (behaviour) => {
    const prompts = new Map<unknown, unknown>();
    const noting = patch('exchanges', ({ refusal }) => ({
      refusal(request) {
        if (request.route === 'image' && isObject(request.body)) prompts.set(request.body.model, request.body.prompt);
        return refusal(request);
      },
    }));
    const mixing = patch('routing', ({ upstreamBody }) => ({
      upstreamBody(body, model, serviceField) {
        const sent = upstreamBody(body, model, serviceField);
        return prompts.has(body.model) && 'prompt' in sent ? { ...sent, prompt: prompts.get(body.model) } : sent;
      },
    }));
    return patch('jobs', { queuedForMs: () => 20 })(mixing(noting(behaviour)));
  }),
  changed(
    'job.output.file-of-endpoint',
    'together',
    'gives the files of a job that has ended to those that run at the same time',
    (behaviour) => {
      const others = new Map<Job, readonly JobFile[]>();
      return patch('jobs', ({ find }) => ({
        find(id, account, everyone, why, key) {
          const found = find(id, account, everyone, why, key);
          if (found?.stage.state !== 'succeeded') return found;
          for (const job of account.jobs.values())
            if (job.kind === found.kind && !isFinal(job.stage.state)) others.set(job, found.stage.files);
          const files = others.get(found);
          if (files !== undefined) found.stage = { ...found.stage, files };
          return found;
        },
      }))(behaviour);
    },
  ),
  changed(
    'job.output.each-image',
    'four',
    'keeps four images at most',
    patch('jobs', ({ files }) => ({ files: (made) => files(made.slice(0, 4)) })),
  ),
];

const later: readonly Deviation[] = [
  finding(
    'job.read.other-key',
    'ten-minutes',
    'finds jobs for their own key alone once they have ended ten minutes ago',
    (found, [, account, , , key]) =>
      found !== undefined && found.key !== key && endedAgo(found, account) > hourMs / 6 ? undefined : found,
  ),
  finding(
    'job.retry-of.echoed',
    'an-hour',
    'knows no job to retry that ended more than an hour ago',
    (found, [, account, , why]) =>
      found !== undefined && why === 'retry' && endedAgo(found, account) > hourMs ? undefined : found,
  ),
];

/** Ways to get jobs wrong only where several requests or jobs meet, in the company of a key or a list, or hours later. */
export const jobCompanyCorners: readonly Deviation[] = [...cancels, ...strangers, ...zeroRetention, ...work, ...later];
