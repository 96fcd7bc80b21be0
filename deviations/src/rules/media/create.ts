import type { SeenRequest } from '@gateproof/simulator/behaviour';
import { change, decide, together } from '../../change.ts';
import { answering, idempotencyKeyOf, isMedia, isObject, type JsonObject } from '../../changes/exchange-changes.ts';
import { type Edit, set } from '../../edits.ts';
import { about, nth } from '../../job-scopes.ts';
import { acceptAs, inAccepted } from '../../operators/answer-as.ts';
import { inJobs } from '../../operators/edit-messages.ts';
import { refuse } from '../../operators/refuse.ts';
import { rows } from '../../rows.ts';
import { at, type Scope, submissions, where } from '../../scopes.ts';
import { ofType, repeated, serviceOf, submissionsWith } from '../../submission-scopes.ts';
import { reword } from '../../text-edits.ts';

const withoutAuthor = reword('model', 'without its author', (id) => id.replace(/^[^/]*\//, ''));
const otherSlug = reword('model', 'as whisper-1', (id) => id.replace(/\/.*/, '/whisper-1'));
const firstFortyTimes = nth((count) => count <= 40, 'for the first forty times');
const imagesThemselves = { created: 1, data: [{ url: 'https://cdn.example/1.png' }] };

const firstJobAgain = change('answers a submission of the same body with the first job', (behaviour) => {
  const first = new Map<string, unknown>();
  return answering((answer, request) => {
    if (!isMedia(request) || answer.status !== 202) return answer;
    const name = `${request.account?.id} ${request.route} ${Buffer.from(request.rawBody).toString()}`;
    if (!first.has(name)) first.set(name, answer.body);
    return { ...answer, body: first.get(name) };
  })(behaviour);
});

const byModelOfRetried = decide('routing', 'runs retries by the model of the retried job', ({ candidates }) => ({
  candidates(models, account, body) {
    const earlier = account.jobs.get(String(body.retry_of));
    const model = account.models.get(earlier?.requestedModel ?? '');
    return candidates(model === undefined ? models : [model], account, body);
  },
}));

const bytesOf = ({ route, rawBody }: SeenRequest) => `${route} ${Buffer.from(rawBody).toString()}`;
const imagesAgain = where(at('image'), 'that come again', repeated(bytesOf));
const readBy = new WeakSet<object>();
const firstAfterEntry: Scope = {
  words: "for the first submission after a model's entry was read",
  covers({ route, account }) {
    if (account === undefined) return false;
    if (route === 'model-get') readBy.add(account);
    return submissions.covers({ route }) && readBy.delete(account);
  },
};

const withKey = where(at('image'), 'with an Idempotency-Key', (request) => idempotencyKeyOf(request) !== undefined);
const withFields = (route: string, words: string, holds: (body: JsonObject) => boolean) =>
  submissionsWith(`${words} at ${route}`, (body, request) => request.route === route && holds(body));
const lists = withFields('transcription', 'a list', ({ models }) => models !== undefined);
const retriesOfImages = withFields('image', 'retry_of', ({ retry_of: id }) => id !== undefined);
const isZdr = (body: JsonObject) => {
  const service = serviceOf(body);
  return isObject(service) && service.zdr === true;
};
const isEmpty = (value: unknown) => isObject(value) && Object.keys(value).length === 0;
const charsets = ofType(submissions, 'with a charset', (type) => type.includes('charset'));
const emptyProviders = submissionsWith('an empty provider', ({ provider }) => isEmpty(provider));
const emptyServices = submissionsWith('an empty service object', (body) => isEmpty(serviceOf(body)));

const onlyWhenQuick: Edit = {
  words: 'the images themselves when they come quickly',
  change: (job) => (job.state === 'succeeded' ? imagesThemselves : job),
};
const wait = (ms: number) => decide('jobs', `waits ${ms} ms for the end of a job`, { submissionWaitMs: ms });

/** Submissions that are accepted, and what they are answered. */
export const mediaCreate = rows({
  'media.create.image': decide('jobs', 'answers submissions with 200', { submittedStatus: 200 }),
  'media.create.image:key': acceptAs(withKey, { status: 201 }),
  'media.create.image:retry': acceptAs(retriesOfImages, { status: 200 }),
  'media.create.image:zdr': acceptAs(withFields('image', 'zero data retention', isZdr), { status: 200 }),
  'media.create.transcription': acceptAs(at('transcription'), { status: 200 }),
  'media.create.transcription:list': acceptAs(lists, { status: 200 }),
  'media.create.transcription:zdr': refuse(
    withFields('transcription', 'zero data retention', isZdr),
    'invalid_request',
  ),
  'media.create.always-job': together(inAccepted(at('image'), onlyWhenQuick), wait(300)),
  'media.create.always-job:again': acceptAs(imagesAgain, { body: imagesThemselves }),
  'media.create.not-waiting': wait(20_000),
  'media.create.content-type': acceptAs(submissions, { contentType: 'text/plain' }),
  'media.create.stored': refuse(about('read', firstFortyTimes), 'job_not_found'),
  'media.create.model-echoed': inJobs(set('model', 'gateproof/other')),
  'media.create.model-echoed:without-author': inJobs(withoutAuthor),
  'media.create.model-echoed:slug': inJobs(withoutAuthor, 'transcription', 'submission'),
  'media.create.model-echoed:transcription': inJobs(otherSlug, 'transcription'),
  'media.create.own-id': inJobs(set('generation_id', 'gen_shared')),
  'media.create.own-id:same-body': firstJobAgain,
  'media.create.runs': decide('routing', 'never asks an endpoint for submissions', ({ candidates }) => ({
    candidates: (models, account, body) => (body.messages === undefined ? [] : candidates(models, account, body)),
  })),
  'media.create.runs:retry': byModelOfRetried,
  'media.create.runs:waiting': decide('jobs', 'runs two jobs at once, and never those that wait', {
    worksAtOnce: 2,
    takesUpWaiting: false,
  }),
  'media.accepted.charset': refuse(charsets, 'invalid_request'),
  'media.accepted.provider': refuse(emptyProviders, 'invalid_request'),
  'media.accepted.svc': refuse(emptyServices, 'invalid_request'),
  'media.accepted.inputs': refuse(firstAfterEntry, 'invalid_request'),
});
