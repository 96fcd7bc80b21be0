import type { Job, JobFinished } from '@gateproof/simulator/behaviour';
import { hourMs } from '@gateproof/spec';
import { decide, each, rows, together } from '../../change.ts';
import { all, asFailed, asNow, asRunning, drop, edit, relabeled, replace, set } from '../../edits/fields.ts';
import { refuse } from '../../operators/answers.ts';
import { inJobs } from '../../operators/edit-messages.ts';
import { afterFallback, queuedShortly } from '../../operators/jobs.ts';
import { jobsOf } from '../../requests/seen.ts';
import { about, beside, fromTheSecond, jobsWhere, nth, since } from '../../scopes/jobs.ts';

const finals = ['succeeded', 'failed', 'canceled'] as const;
const besideOne = (state: (typeof finals)[number]) =>
  beside(`beside one that is ${state}`, ({ stage }) => stage.state === state);
const ofOneModel = (state: (typeof finals)[number]) =>
  beside(`beside one of the same model that is ${state}`, (other, job) => {
    return other.stage.state === state && other.requestedModel === job.requestedModel;
  });

const outcomes = rows('job', {
  'outcome.succeeded': inJobs(set('state', 'failed'), 'image', 'succeeded'),
  'outcome.failed': inJobs(set('state', 'canceled'), 'image', 'failed'),
  'outcome.transcription-succeeded': inJobs(set('state', 'failed'), 'transcription', 'succeeded'),
  'outcome.transcription-failed': inJobs(set('state', 'canceled'), 'transcription', 'failed'),
  'outcome.canceled': inJobs(asFailed('internal_error'), 'canceled'),
  'outcome.canceled:failed': inJobs(asFailed('internal_error'), 'canceled', 'transcription'),
  'outcome.not-early': inJobs(set('state', 'succeeded'), 'processing'),
  'outcome.not-early:transcription': inJobs(set('state', 'succeeded'), 'processing', 'transcription'),
  'outcome.independent': inJobs(asFailed('provider_unavailable'), 'unended', besideOne('failed')),
  'outcome.independent:succeeded': inJobs(set('state', 'succeeded'), 'unended', besideOne('succeeded')),
  'outcome.independent:canceled': inJobs(set('state', 'canceled'), 'unended', besideOne('canceled')),
  'outcome.independent:model': inJobs(asFailed('provider_unavailable'), 'unended', ofOneModel('failed')),
  'cancel.only-the-one:model': inJobs(set('state', 'canceled'), 'unended', ofOneModel('canceled')),
});

const error = { code: 'internal_error', message: 'none' };
const everyFifth = nth((count) => count % 5 === 0, 'every fifth time', 'all');
const threeTimes = nth((count) => count <= 3, 'the first three times');
const states = rows('job', {
  'state.no-return-to-queued': inJobs(set('state', 'queued'), 'read', fromTheSecond(), 'processing'),
  'state.final-stays': inJobs(set('state', 'canceled'), 'read', 'succeeded', fromTheSecond()),
  'state.final-stays:cancel': inJobs(asRunning, 'canceled', threeTimes, 'read'),
  'state.final-stays:replica': inJobs(asRunning, 'read', 'ended', everyFifth),
  'error.on-failed': inJobs(drop('error')),
  'error.none-on-succeeded': inJobs(set('error', error), 'succeeded'),
  'error.none-before-end': inJobs(set('error', error), 'unended'),
  'error.none-before-end:fallback': inJobs(set('error', error), 'list', 'processing', 'read'),
});

const reversed = edit('output', 'in reverse', (items) => [...(items as readonly unknown[])].reverse());
const withoutItems = replace('output', []);
const withoutFiles = all(replace('output[].checksum_sha256', 'gone'), replace('output[].bytes', 0));
const everyOtherTime = nth((count) => count % 2 === 0, 'every other time');
const notAmongLast = jobsWhere('but the last twenty', ({ job, account }) => !jobsOf(account).slice(-20).includes(job));
const lateAnswer = (state: 'succeeded' | 'failed') =>
  decide('jobs', `lets the late end of a canceled transcription make it ${state}`, ({ mayMove }) => ({
    stopsCall: ({ kind }) => kind !== 'transcription',
    mayMove: (from, to, job) =>
      mayMove(from, to, job) || (job.kind === 'transcription' && from === 'canceled' && to === state),
  }));

const notBegun = jobsWhere('that had not begun', ({ job: { stage } }) => {
  return stage.state === 'canceled' && stage.startedAtMs === undefined;
});
/** Goes on with a canceled job where a fallback model is left to serve it. */
const servedAfterCancel = afterFallback('lets canceled jobs succeed', ({ mayMove }, hasFallenBack) => ({
  stopsCall: () => false,
  mayMove: (from, to, job) =>
    mayMove(from, to, job) || (from === 'canceled' && to === 'succeeded' && hasFallenBack(job)),
}));

/** Does something to jobs whose event was acknowledged at none of the eight attempts. */
const atNinthAttempt = (does: string, act: (finished: JobFinished) => void) =>
  decide('webhooks', `${does} jobs that nobody hears of`, ({ maxAttempts, isRetried }) => ({
    maxAttempts: maxAttempts + 1,
    isRetried(status, attempt) {
      if (attempt.number < maxAttempts) return isRetried(status, attempt);
      act(attempt.finished);
      return false;
    },
  }));

const stateLost = (kind: Job['kind']) => (state: (typeof finals)[number]) =>
  inJobs(relabeled(state === 'failed' ? 'canceled' : 'failed'), 'read', kind, state, since('submission', 50_000));

const finalRows = rows('job', {
  'final.readable': decide('jobs', 'forgets final jobs after an hour', { readableForMs: hourMs }),
  'final.readable:transcription': refuse(about('read', 'transcription', since('end', hourMs)), 'job_not_found'),
  'final.readable:twenty': refuse(about('read', notAmongLast), 'job_not_found'),
  'final.completed-at-kept': inJobs(asNow('completed_at')),
  'final.completed-at-kept:transcription': inJobs(asNow('completed_at'), 'transcription', 'read'),
  'final.completed-at-kept:canceled': inJobs(asNow('completed_at'), 'canceled', 'read'),
  'final.error-kept': inJobs(asFailed('internal_error'), 'failed', since('submission', 30_000)),
  'final.output-kept': inJobs(withoutFiles, since('submission', 30_000)),
  'final.output-kept:order': inJobs(reversed, 'read', 'succeeded', everyOtherTime),
  'final.output-kept:transcription': inJobs(withoutItems, 'read', 'transcription', 'succeeded', fromTheSecond()),
  'final.state-kept': inJobs(relabeled('failed'), 'read', 'ended', since('submission', 50_000)),
  ...each('final.state-kept:image-*', finals, stateLost('image')),
  ...each('final.state-kept:transcription-*', finals, stateLost('transcription')),
  'final.late-answer': inJobs(set('state', 'failed'), 'canceled', 'read', fromTheSecond()),
  ...each('final.late-answer:*', ['succeeded', 'failed'], lateAnswer),
  'final.late-answer:fallback': servedAfterCancel,
  'final.late-answer:just-submitted': together(
    queuedShortly,
    inJobs(set('state', 'failed'), 'canceled', 'read', notBegun, fromTheSecond()),
  ),
  'cancel.stays-canceled': inJobs(set('state', 'succeeded'), 'canceled', 'read', fromTheSecond()),
  'cancel.state-shown': inJobs(set('state', 'succeeded'), 'cancel'),
  'cancel.state-shown:failed': inJobs(asFailed('internal_error'), 'cancel', 'transcription'),
  'cancel.reaches-final:transcription': inJobs(asRunning, 'canceled', 'transcription'),
  'delivery.failing-changes-nothing': atNinthAttempt('fails', ({ job }) => {
    const error = { code: 'internal_error', scope: null, message: 'Nobody acknowledged the event.' };
    if ('completedAtMs' in job.stage) job.stage = { ...job.stage, state: 'failed', error };
  }),
  'delivery.failing-changes-nothing:metadata': atNinthAttempt('renames the requested model of', ({ job }) => {
    Object.assign(job, { requestedModel: 'gateproof/undelivered' });
  }),
  'delivery.failing-changes-nothing:forgotten': atNinthAttempt('forgets', ({ account, job }) => {
    account.jobs.delete(job.id);
  }),
});

/** The states that jobs come to, and what is kept of those that have ended. */
export const jobLife = [...outcomes, ...states, ...finalRows];
