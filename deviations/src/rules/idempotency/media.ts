import { isFinal, patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import { type Change, change, decide, together } from '../../change.ts';
import { answering, idempotencyKeyOf, withHistory } from '../../changes/exchange-changes.ts';
import { withList } from '../../chat-scopes.ts';
import { edit } from '../../edits.ts';
import { answerWith } from '../../operators/answer-with.ts';
import { inAnswers } from '../../operators/edit-messages.ts';
import { forgetKeys, keepLatestKeys } from '../../operators/forget-keys.ts';
import { ignoreKeys, placeKeys, readKeys } from '../../operators/idempotency-keys.ts';
import { recode } from '../../operators/refuse.ts';
import { amongRepeats, chargeRepeats, refuseRepeats, runAgain } from '../../operators/repeats.ts';
import { each, rows } from '../../rows.ts';
import { and, at, chats, jobRoutes, type Scope, submissions, where, withField } from '../../scopes.ts';
import { ofJobs, third } from '../../which-repeats.ts';

const ends = { success: 'succeeded', failure: 'failed', cancel: 'canceled' } as const;
const rules = ['success', 'failure', 'cancel'] as const;
const inEnd = (rule: keyof typeof ends) => ofJobs(`is ${ends[rule]}`, ({ stage }) => stage.state === ends[rule]);
const later = (at: unknown) => new Date(Date.parse(String(at)) + 60_000).toISOString();
const submissionsTake = (waitMs: number) =>
  change(`takes ${waitMs} ms for submissions`, patch('jobs', { submissionWaitMs: waitMs }));

/** Makes a job for each of simultaneous transcriptions. */
const overlapping: Change = change('ignores keys of transcriptions while another runs', (behaviour) => {
  const open = new Map<string, number>();
  const count = (request: SeenRequest, by: number) => {
    const key = idempotencyKeyOf(request);
    if (request.route === 'transcription' && key !== undefined) open.set(key, (open.get(key) ?? 0) + by);
  };
  const closing = answering((answer, request) => {
    count(request, -1);
    return answer;
  });
  const opening = patch('exchanges', ({ refusal }) => ({
    refusal(request) {
      count(request, 1);
      return refusal(request);
    },
  }));
  const overlap = where(at('transcription'), '', ({ key }: { readonly key: string }) => (open.get(key) ?? 0) > 1);
  return ignoreKeys(overlap).apply(opening(closing(behaviour)));
});

/** Answers requests under the key of an image with the answer that the image had. */
const answersAsImages = (scope: Scope): Change =>
  change(`answers requests under the key of an image with its job ${scope.words}`, (behaviour) =>
    withHistory((history) => answerWith(scope, 'the job', (request) => history.before(request, 'image')[0]).apply)(
      behaviour,
    ),
  );

/** Submissions that come again. */
export const idempotencyMedia = rows({
  'idempotency.media.first-result': ignoreKeys(at('image')),
  'idempotency.media.transcription-first-result': ignoreKeys(at('transcription')),
  'idempotency.media.same-identity': amongRepeats(submissions, (repeats) =>
    inAnswers(repeats, edit('created_at', 'a minute later', later)),
  ),
  'idempotency.media.status': decide('idempotency', 'answers submissions that come again with 201', {
    replayStatus: 201,
  }),
  'idempotency.media.one-run': amongRepeats(submissions, (repeats) => runAgain(repeats)),
  'idempotency.media.one-run:transcription': amongRepeats(at('transcription'), (repeats) => runAgain(repeats)),
  'idempotency.media.one-run:retry': ignoreKeys(withField('retry_of')),
  'idempotency.media.one-run:list': ignoreKeys(and(submissions, withList)),
  'idempotency.media.one-run:service': ignoreKeys(and(submissions, withField('svc'))),
  'idempotency.media.one-run:third': forgetKeys(submissions, third),
  'idempotency.media.one-run:last-job': keepLatestKeys(1, submissions),
  'idempotency.media.one-run:twenty': keepLatestKeys(20, submissions),
  'idempotency.media.simultaneous': together(
    submissionsTake(20),
    decide('idempotency', 'makes a job for each of simultaneous submissions', { whenSubmitting: 'run' }),
  ),
  'idempotency.media.simultaneous:transcription': together(submissionsTake(20), overlapping),
  'idempotency.media.simultaneous:failing': together(
    together(
      submissionsTake(30),
      decide('idempotency', 'refuses simultaneous submissions', { whenSubmitting: 'conflict' }),
    ),
    recode('idempotency_conflict', 'internal_error', submissions),
  ),
  ...each(rules, (rule) => [
    `idempotency.media.after-${rule}`,
    refuseRepeats(submissions, 'idempotency_conflict', inEnd(rule)),
  ]),
  ...each(rules, (rule) => [`idempotency.media.after-${rule}:anew`, forgetKeys(submissions, inEnd(rule))]),
  ...each(rules, (rule) => [
    `idempotency.media.after-${rule}:transcription`,
    forgetKeys(at('transcription'), inEnd(rule)),
  ]),
  'idempotency.media.after-success:zdr': forgetKeys(
    submissions,
    ofJobs('was zdr and has ended', ({ isZdr, stage }) => isZdr && isFinal(stage.state)),
  ),
  'idempotency.media.after-success:fallback': forgetKeys(
    submissions,
    ofJobs('was run by another model', ({ model, requestedModel }) => model !== requestedModel),
  ),
  'idempotency.media.identical-bytes': refuseRepeats(submissions, 'idempotency_conflict'),
  'idempotency.media.charged-once': chargeRepeats(submissions),
  ...each(['image', 'transcription'], (route) => [
    `idempotency.media.charged-once:${route}`,
    chargeRepeats(at(route), 0.01),
  ]),
  'idempotency.media.other-key': readKeys('nothing', () => 'one', submissions),
  'idempotency.media.without-key': decide('idempotency', 'takes equal bodies as one', {
    keyOf: (header) => header ?? 'none',
  }),

  'idempotency.memory.day': decide('idempotency', 'forgets keys after a second', { lifetimeMs: 1_000 }),
  'idempotency.memory.day:seconds': decide('idempotency', 'forgets keys after ten seconds', { lifetimeMs: 10_000 }),
  'idempotency.memory.running-job': decide('idempotency', 'forgets keys after a minute', { lifetimeMs: 60_000 }),
  'idempotency.memory.running-job:transcription': forgetKeys(
    at('transcription'),
    ofJobs('is older than a minute', ({ createdAtMs }, { nowMs }) => nowMs > createdAtMs + 60_000),
  ),

  'idempotency.scope.image-and-transcription': together(
    placeKeys('account and key', ({ accountId, key }) => [accountId, key], submissions),
    decide('idempotency', 'answers another body with the first result', { otherBody: 'replay' }),
  ),
  'idempotency.scope.chat-and-media': answersAsImages(chats),
  'idempotency.scope.read-and-cancel': answersAsImages(jobRoutes),
});
