import { isFinal, type Job } from '@gateproof/simulator/behaviour';
import { dayMs } from '@gateproof/spec';
import { decide, overrule, rows, together } from '../../change.ts';
import { type Edit, rewrite, set } from '../../edits/fields.ts';
import { reword } from '../../edits/texts.ts';
import { acceptAs, answerFirst, inAccepted, refuse, reject } from '../../operators/answers.ts';
import { inJobs } from '../../operators/edit-messages.ts';
import { bodyOf, by, isObject, type JsonObject, jobsOf } from '../../requests/seen.ts';
import { keyed } from '../../scopes/chats.ts';
import { about, nth } from '../../scopes/jobs.ts';
import { comeAgain } from '../../scopes/memory.ts';
import { and, at, requests, submissions } from '../../scopes/requests.ts';
import { ofType, serviceOf, submissionsWith } from '../../scopes/submissions.ts';

const withoutAuthor = reword('model', 'without its author', (id) => id.replace(/^[^/]*\//, ''));
const otherSlug = reword('model', 'as whisper-1', (id) => id.replace(/\/.*/, '/whisper-1'));
const firstFortyTimes = nth((count) => count <= 40, 'for the first forty times');
const imagesThemselves = { created: 1, data: [{ url: 'https://cdn.example/1.png' }] };

const byModelOfRetried = overrule(
  'routing.candidates',
  'runs retries by the model of the retried job',
  (of, models, ...rest) => {
    const [account, body] = rest;
    const model = account.models.get(account.jobs.get(String(body.retry_of))?.requestedModel ?? '');
    return of(model === undefined ? models : [model], ...rest);
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
  'create.runs:retry': byModelOfRetried,
  'create.runs:waiting': decide('jobs', 'never runs a third job beside two', {
    queuedForMs: (account) => (jobsOf(account).filter(isRunning).length > 2 ? 30 * dayMs : 0),
  }),
  'accepted.charset': reject(ofType(submissions, 'with a charset', (type) => type.includes('charset'))),
  'accepted.provider': reject(submissionsWith('an empty provider', ({ provider }) => isEmpty(provider))),
  'accepted.svc': reject(submissionsWith('an empty service object', (body) => isEmpty(serviceOf(body)))),
  'accepted.inputs': reject(firstAfterEntry),
});
