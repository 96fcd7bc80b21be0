import { isFinal, type Job } from '@gateproof/simulator/behaviour';
import { type Change, decide, each, kinds, rows, together } from '../../change.ts';
import { shift } from '../../edits/times.ts';
import { answerFirst, answerWith, recode, refuse, runAgain } from '../../operators/answers.ts';
import { inAnswers } from '../../operators/edit-messages.ts';
import { forgetKeys, keepLatestKeys } from '../../operators/forget-keys.ts';
import { ignoreKeys, ignoreOverlapping, placeKeys, readKeys, takeSubmissions } from '../../operators/idempotency.ts';
import { amongRepeats, chargeRepeats, refuseRepeats, withHistory } from '../../operators/repeats.ts';
import { by } from '../../requests/seen.ts';
import { keyed, unkeyed, withField, withList } from '../../scopes/chats.ts';
import { comeAgain } from '../../scopes/memory.ts';
import { ofJobs, third } from '../../scopes/repeats.ts';
import { and, at, chats, jobRoutes, type Scope, submissions } from '../../scopes/requests.ts';

const ends = { success: 'succeeded', failure: 'failed', cancel: 'canceled' } as const;
const rules = ['success', 'failure', 'cancel'] as const;
const inEnd = (rule: keyof typeof ends) => ofJobs(`is ${ends[rule]}`, ({ stage }) => stage.state === ends[rule]);
/** Answers requests under the key of an image with the answer that the image had. */
const answersAsImages = (scope: Scope): Change =>
  withHistory((history) => answerWith(scope, "an image's job", (request) => history.before(request, 'image')[0]));

const bytes = by('account', 'route', 'body');
const pathUnderKey = by('account', 'key', 'path');
const olderThanAMinute = ofJobs('is older than a minute', ({ createdAtMs }, { nowMs }) => nowMs > createdAtMs + 60_000);
const endedAs = (words: string, is: (job: Job) => boolean) => forgetKeys(submissions, ofJobs(words, is));

/** Submissions that come again. */
export const idempotencyMedia = rows('idempotency', {
  'media.first-result': ignoreKeys(at('image')),
  'media.transcription-first-result': ignoreKeys(at('transcription')),
  'media.same-identity': amongRepeats(submissions, (again) => inAnswers(again, shift('created_at', 60_000))),
  'media.status': decide('idempotency', 'answers submissions that come again with 201', { replayStatus: 201 }),
  'media.one-run': amongRepeats(submissions, (repeats) => runAgain(repeats)),
  'media.one-run:transcription': amongRepeats(at('transcription'), (repeats) => runAgain(repeats)),
  'media.one-run:retry': ignoreKeys(withField('retry_of')),
  'media.one-run:list': ignoreKeys(and(submissions, withList)),
  'media.one-run:service': ignoreKeys(and(submissions, withField('svc'))),
  'media.one-run:third': forgetKeys(submissions, third),
  'media.one-run:last-job': keepLatestKeys(1, submissions),
  'media.one-run:twenty': keepLatestKeys(20, submissions),
  'media.simultaneous': together(
    takeSubmissions(20),
    decide('idempotency', 'makes a job for each of simultaneous submissions', { whenSubmitting: 'run' }),
  ),
  'media.simultaneous:transcription': together(takeSubmissions(20), ignoreOverlapping('transcription')),
  'media.simultaneous:failing': together(
    takeSubmissions(30),
    decide('idempotency', 'refuses overlaps', { whenSubmitting: 'conflict' }),
    recode('idempotency_conflict', 'internal_error', submissions),
  ),
  ...each('media.after-*', rules, (rule) => refuseRepeats(submissions, 'idempotency_conflict', inEnd(rule))),
  ...each('media.after-*:anew', rules, (rule) => forgetKeys(submissions, inEnd(rule))),
  ...each('media.after-*:transcription', rules, (rule) => forgetKeys(at('transcription'), inEnd(rule))),
  'media.after-success:zdr': endedAs('was zdr and has ended', ({ isZdr, stage }) => isZdr && isFinal(stage.state)),
  'media.after-success:fallback': endedAs('was run by another model', (job) => job.model !== job.requestedModel),
  'media.identical-bytes': refuseRepeats(submissions, 'idempotency_conflict'),
  'media.charged-once': chargeRepeats(submissions),
  ...each('media.charged-once:*', kinds, (route) => chargeRepeats(at(route), 0.01)),
  'media.other-key': readKeys('nothing', () => 'one', submissions),
  'media.without-key:conflict': refuse(comeAgain(and(submissions, unkeyed), bytes), 'idempotency_conflict'),
  'media.without-key': decide('idempotency', 'takes equal bodies as one', { keyOf: (header) => header ?? 'none' }),

  'memory.day': decide('idempotency', 'forgets keys after a second', { lifetimeMs: 1_000 }),
  'memory.day:seconds': decide('idempotency', 'forgets keys after ten seconds', { lifetimeMs: 10_000 }),
  'memory.running-job': decide('idempotency', 'forgets keys after a minute', { lifetimeMs: 60_000 }),
  'memory.running-job:transcription': forgetKeys(at('transcription'), olderThanAMinute),

  'scope.image-and-transcription': together(
    placeKeys('account and key', ({ accountId, key }) => [accountId, key], submissions),
    decide('idempotency', 'answers another body with the first result', { otherBody: 'replay' }),
  ),
  'scope.image-and-transcription:bytes': answerFirst(and(submissions, keyed), by('account', 'key', 'body')),
  'scope.chat-and-media': answersAsImages(chats),
  'scope.read-and-cancel': answersAsImages(jobRoutes),
  'scope.read-and-cancel:reads': answerFirst(and(at('job-get'), keyed), pathUnderKey),
  'scope.read-and-cancel:lists': answerFirst(and(at('model-list'), keyed), pathUnderKey),
  'scope.read-and-cancel:cancels': answerFirst(and(at('job-cancel'), keyed), by('account', 'key')),
});
