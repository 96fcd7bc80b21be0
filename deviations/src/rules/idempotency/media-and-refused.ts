import { isFinal, type Job, type SentAnswer } from '@gateproof/simulator/behaviour';
import { type Change, decide, each, kinds, remembering, rows, together, watch } from '../../change.ts';
import { shift } from '../../edits/texts.ts';
import { answerFirst, answerWith, completion, json, recode, refuse, runAgain } from '../../operators/answers.ts';
import { inAnswers } from '../../operators/edit-messages.ts';
import { forgetKeys, keepLatestKeys } from '../../operators/forget-keys.ts';
import { ignoreKeys, ignoreOverlapping, placeKeys, readKeys, takeSubmissions } from '../../operators/idempotency.ts';
import { amongRepeats, chargeRepeats, grantCredit, refuseRepeats, withHistory } from '../../operators/refused.ts';
import { by, idempotencyKeyOf } from '../../requests/seen.ts';
import { keyed, unkeyed, withField, withList } from '../../scopes/bodies.ts';
import { answered, comeAgain, ofJobs, type Repeat, third, withOtherHeaders } from '../../scopes/repeats.ts';
import { and, at, chats, everywhere, jobRoutes, type Scope, submissions, where } from '../../scopes/requests.ts';

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
  ...each('media.other-headers:*', kinds, (kind) => remembering(() => runAgain(withOtherHeaders(at(kind))))),
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

const none = { prompt_tokens: 1, completion_tokens: 0, total_tokens: 1 };
const oldJob = json({ id: 'job_1', object: 'job', state: 'queued' });

/** Answers what comes again, once it was answered with such a status, with something else. */
const answerAgain = (scope: Scope, words: string, answer: SentAnswer, repeat: Repeat) =>
  amongRepeats(scope, (repeats) => answerWith(repeats, words, () => answer), repeat);

/** Lets requests without a known API key use up an Idempotency-Key. */
const foreignKeys = (scope: Scope<{ readonly route: string }>) =>
  remembering(() => {
    const used = new Set<string>();
    const isUsed = where(scope, 'whose key a request without an API key had', (request) => {
      const key = idempotencyKeyOf(request);
      if (key !== undefined && request.account === undefined) used.add(key);
      return key !== undefined && request.account !== undefined && used.has(key);
    });
    return refuse(isUsed, 'idempotency_conflict');
  });

/** Answers what comes again with as much of its stream as came before it broke off. */
const keepsBroken = remembering(() => {
  const events = new Map<string, string>();
  const broken = new Set<string>();
  const known = where(and(chats, keyed), 'whose stream broke off', ({ body }) => broken.has(JSON.stringify(body)));
  return [
    watch('streaming.chunk', '', (sent, _said, identity) => {
      const asked = JSON.stringify(identity.asked);
      events.set(asked, `${events.get(asked) ?? ''}data: ${JSON.stringify(sent)}\n\n`);
    }),
    watch('streaming.failure', '', (_report, _error, { asked }) => broken.add(JSON.stringify(asked))),
    answerWith(known, 'what came of the stream', ({ body }) => ({
      ...{ status: 200, contentType: 'text/event-stream' },
      body: `${events.get(JSON.stringify(body))}data: [DONE]\n\n`,
    })),
  ];
});

/** What comes again once it was refused or has failed. */
export const idempotencyRefused = rows('idempotency', {
  'refused.corrected-body': refuseRepeats(everywhere, 'invalid_request', answered(400)),
  ...each('refused.corrected-body:*', kinds, (route) => refuseRepeats(at(route), 'invalid_request', answered(400))),
  ...each('refused.corrected-body:*-model', kinds, (route) =>
    refuseRepeats(at(route), 'no_endpoint_available', answered(404)),
  ),
  'refused.same-body': answerAgain(everywhere, 'a completion', completion('again'), answered(400)),
  ...each('refused.same-body:*', kinds, (route) => answerAgain(at(route), 'a job', oldJob, answered(400))),
  'refused.same-body:credit': refuseRepeats(submissions, 'internal_error', answered(402)),
  'refused.same-body:credit-transcription': refuseRepeats(at('transcription'), 'internal_error', answered(402)),
  'refused.same-body:credit-chat': refuseRepeats(chats, 'internal_error', answered(402)),
  'refused.foreign-key': foreignKeys(chats),
  ...each('refused.foreign-key:*', kinds, (route) => foreignKeys(at(route))),
  'refused.foreign-key:restricted': refuseRepeats(chats, 'idempotency_conflict', answered(403)),
  'refused.foreign-key:stored': refuseRepeats(chats, 'forbidden', answered(403)),
  'refused.after-failure': refuseRepeats(everywhere, 'invalid_request', answered(500, 599)),
  'refused.after-failure:invented': answerAgain(chats, 'no text', completion('', { usage: none }), answered(500, 599)),
  'refused.after-failure:broken-stream': keepsBroken,
  'precedence.no-second-run': amongRepeats(everywhere, (repeats) => grantCredit(repeats)),
  'precedence.no-second-run:credit': forgetKeys(submissions, answered(402)),
  'precedence.no-second-run:rate': forgetKeys(everywhere, answered(429)),
});
