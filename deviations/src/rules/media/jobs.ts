import { isFinal, type Job, type SeenRequest } from '@gateproof/simulator/behaviour';
import { dayMs } from '@gateproof/spec';
import { type Change, decide, each, kinds, overrule, remembering, rows, together, watch } from '../../change.ts';
import { all, asFailed, asRunning, drop, type Edit, rewrite, set } from '../../edits/fields.ts';
import { cut, reword } from '../../edits/texts.ts';
import { acceptAs, answerFirst, inAccepted, refuse, reject } from '../../operators/answers.ts';
import { classify, failing, status } from '../../operators/classify.ts';
import { inFallbackRequests, inJobs, inUpstreamRequests } from '../../operators/edit-messages.ts';
import { queuedShortly } from '../../operators/jobs.ts';
import { bodyOf, by, isObject, type JsonObject, jobsOf } from '../../requests/seen.ts';
import { keyed, ofType, serviceOf, submissionsWith } from '../../scopes/bodies.ts';
import { about, failedWith, nth } from '../../scopes/jobs.ts';
import { comeAgain } from '../../scopes/repeats.ts';
import { and, at, requests, submissions } from '../../scopes/requests.ts';

const withoutAuthor = reword('model', 'without its author', (id) => id.replace(/^[^/]*\//, ''));
const otherSlug = reword('model', 'as whisper-1', (id) => id.replace(/\/.*/, '/whisper-1'));
const firstFortyTimes = nth((count) => count <= 40, 'for the first forty times');
const imagesThemselves = { created: 1, data: [{ url: 'https://cdn.example/1.png' }] };

const byRetried = overrule(
  'routing.candidates',
  'runs retries by the model of the retried job',
  (of, models, ...on) => {
    const [account, body] = on;
    const model = account.models.get(account.jobs.get(String(body.retry_of))?.requestedModel ?? '');
    return of(model === undefined ? models : [model], ...on);
  },
);

const bytes = by('account', 'route', 'body');
const readBy = new WeakSet<object>();
const firstAfterEntry = requests("for the first submission after a model's entry was read", ({ route, account }) => {
  if (account !== undefined && route === 'model-get') readBy.add(account);
  return account !== undefined && submissions.covers({ route }) && readBy.delete(account);
});

const withFields = (route: string, words: string, holds: (body: JsonObject) => boolean) =>
  submissionsWith(`${words} at ${route}`, (body, request) => request.route === route && holds(body));
const lists = withFields('transcription', 'a list', ({ models }) => models !== undefined);
const retriesOfImages = withFields('image', 'retry_of', ({ retry_of: id }) => id !== undefined);
const isZdr = (body: JsonObject) => bodyOf({ body: serviceOf(body) }).zdr === true;
const isRunning = ({ stage }: Job) => !isFinal(stage.state);
const isEmpty = (value: unknown) => isObject(value) && Object.keys(value).length === 0;

const onlyWhenQuick: Edit = rewrite('the images themselves when they come quickly', (job) =>
  job.state === 'succeeded' ? imagesThemselves : job,
);
const wait = (ms: number) => decide('jobs', `waits ${ms} ms for the end of a job`, { submissionWaitMs: ms });

/** Submissions that are accepted, and what they are answered. */
export const mediaCreate = rows('media', {
  'create.image': acceptAs(submissions, { status: 200 }),
  'create.image:key': acceptAs(and(at('image'), keyed), { status: 201 }),
  'create.image:retry': acceptAs(retriesOfImages, { status: 200 }),
  'create.image:again': acceptAs(comeAgain(at('image'), bytes), { status: 200 }),
  'create.image:zdr': acceptAs(withFields('image', 'zero data retention', isZdr), { status: 200 }),
  'create.transcription': acceptAs(at('transcription'), { status: 200 }),
  'create.transcription:list': acceptAs(lists, { status: 200 }),
  'create.transcription:zdr': reject(withFields('transcription', 'zero data retention', isZdr)),
  'create.always-job': together(inAccepted(at('image'), onlyWhenQuick), wait(300)),
  'create.always-job:again': acceptAs(comeAgain(at('image'), bytes), { body: imagesThemselves }),
  'create.not-waiting': wait(20_000),
  'create.content-type': acceptAs(submissions, { contentType: 'text/plain' }),
  'create.stored': refuse(about('read', firstFortyTimes), 'job_not_found'),
  'create.model-echoed': inJobs(set('model', 'gateproof/other')),
  'create.model-echoed:without-author': inJobs(withoutAuthor),
  'create.model-echoed:slug': inJobs(withoutAuthor, 'transcription', 'submission'),
  'create.model-echoed:transcription': inJobs(otherSlug, 'transcription'),
  'create.own-id': inJobs(set('generation_id', 'gen_shared')),
  'create.own-id:same-body': answerFirst(submissions, bytes),
  'create.runs': overrule('routing.candidates', 'asks no endpoint for submissions', (present, models, account, body) =>
    body.messages === undefined ? [] : present(models, account, body),
  ),
  'create.runs:retry': byRetried,
  'create.runs:waiting': decide('jobs', 'never runs a third job beside two', {
    queuedForMs: (account) => (jobsOf(account).filter(isRunning).length > 2 ? 30 * dayMs : 0),
  }),
  'accepted.charset': reject(ofType(submissions, 'with a charset', (type) => type.includes('charset'))),
  'accepted.provider': reject(submissionsWith('an empty provider', ({ provider }) => isEmpty(provider))),
  'accepted.svc': reject(submissionsWith('an empty service object', (body) => isEmpty(serviceOf(body)))),
  'accepted.inputs': reject(firstAfterEntry),
});

/** How the failures of endpoints end a job, and a wrong code for each. */
const causes = {
  unavailable: ['provider_unavailable', 'internal_error'],
  empty: ['provider_empty_response', 'provider_unavailable'],
  'payment-required': ['provider_payment_required', 'provider_unavailable'],
  unauthorized: ['provider_unauthorized', 'provider_unavailable'],
  timeout: ['upstream_timeout', 'internal_error'],
  moderation: ['moderation_refused', 'provider_unauthorized'],
} as const;
const { timeout: _timeout, ...quick } = causes;
const internal = asFailed('internal_error');
const asSucceeded = all(drop('error'), set('state', 'succeeded'), set('output', []));

const failures = rows('media.failure', {
  ...each('*', causes, ([code, wrong]) => inJobs(asFailed(wrong), failedWith(code))),
  ...each('*:transcription', causes, ([code]) => inJobs(internal, 'transcription', failedWith(code))),
  ...each('*:running', quick, ([code]) => inJobs(asRunning, failedWith(code))),
  'empty:succeeded': inJobs(asSucceeded, failedWith('provider_empty_response')),
  'moderation:canceled': inJobs(all(drop('error'), set('state', 'canceled')), failedWith('moderation_refused')),
  'unauthorized:forbidden': classify(status(403), 'forbidden'),
  'unauthorized:not-found': classify(status(404), 'job_not_found'),
  'unauthorized:conflict': classify(status(409, 422), 'idempotency_conflict'),
  'rate-limited': inJobs(asFailed('insufficient_credit'), failedWith('rate_limited')),
  malformed: classify(failing('malformed'), 'internal_error'),
  'malformed:unended': decide('routing', 'never ends jobs whose endpoint sends no JSON', (present) => ({
    classify(failure) {
      if (failure.how === 'malformed') throw new SyntaxError('Unexpected token in JSON');
      return present.classify(failure);
    },
  })),
});

const prompt = (words: string, change: (text: string) => string) => inUpstreamRequests(reword('prompt', words, change));
type Note = (inputs: Map<unknown, JsonObject>, request: SeenRequest, answer: unknown) => void;

/** Notes what requests were sent, and sends endpoints inputs of theirs. */
const withInputsOf = (words: string, idOf: (body: JsonObject) => unknown, note: Note): Change =>
  remembering((inputs = new Map<unknown, JsonObject>()) => [
    overrule('routing.upstreamBody', words, (upstreamBody, body, ...rest) =>
      upstreamBody({ ...body, ...inputs.get(idOf(body)) }, ...rest),
    ),
    watch('exchanges.answer', '', (answer, _given, request) => note(inputs, request, answer.body)),
  ]);

const ofRetried = (kind: 'image' | 'transcription') => {
  const words = `runs the inputs of the earlier ${kind} job for its retry`;
  return withInputsOf(
    words,
    ({ retry_of: id }) => id,
    (inputs, request, answer) => {
      if (request.route !== kind || !isObject(answer)) return;
      const { model: _model, models: _models, retry_of: _retryOf, ...rest } = bodyOf(request);
      inputs.set(answer.id, rest);
    },
  );
};
const modelOf = ({ model }: JsonObject) => model;
const ofTheLast = withInputsOf('runs every job with the last prompt', modelOf, (inputs, request) => {
  const { model, prompt } = bodyOf(request);
  if (request.route === 'image') inputs.set(model, { prompt });
});

const forwarded = rows('media.forward', {
  'image-inputs:trim': prompt('trimmed', (text) => text.trim().replace(/\s+/g, ' ')),
  'image-inputs:ascii': prompt('in ASCII', (text) => text.replace(/[^ -~]/g, '?')),
  'image-inputs:long': inUpstreamRequests(cut('prompt', 1000)),
  'image-inputs:fallback': inFallbackRequests(cut('prompt', 1)),
  'image-inputs:together': together(ofTheLast, queuedShortly),
  ...each('*-inputs:retry', kinds, (kind) => ofRetried(kind)),
  'transcription-inputs': inUpstreamRequests(drop('audio_url')),
});

/** What endpoints are sent for a job, and how their failures end it. */
export const mediaRuns = [...failures, ...forwarded];
