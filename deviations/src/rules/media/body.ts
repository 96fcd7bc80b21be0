import type { Behaviour, SeenRequest } from '@gateproof/simulator/behaviour';
import { allow, type Change, decide, each, kinds, overrule, rows } from '../../change.ts';
import { drop, set } from '../../edits/fields.ts';
import { fail, recode, refuse, rerunWhenRefused } from '../../operators/answers.ts';
import { chargeFor, refused } from '../../operators/charge.ts';
import { inErrorsTo } from '../../operators/edit-messages.ts';
import { bodyOf, isObject, type JsonObject, textOf } from '../../requests/seen.ts';
import { ofType, serviceOf, submissionsWith } from '../../scopes/bodies.ts';
import { and, at, requests, type Scope, submissions, where } from '../../scopes/requests.ts';

type Bodies = Behaviour['bodies'];
type Understand = (body: JsonObject, modelOf: Parameters<Bodies['understood']>[1]) => JsonObject;
const failWith = (...condition: Parameters<typeof submissionsWith>) => fail(submissionsWith(...condition));
const unsupported = (scope: Scope) => refuse(scope, 'unsupported_capability');
const unfound = (scope: Scope) => refuse(scope, 'no_endpoint_available');

/** Takes bodies of submissions for others. */
const understand = (words: string, change: Understand): Change =>
  overrule('bodies.understood', `takes ${words} in submissions`, (understood, body, modelOf) =>
    change(understood(body, modelOf), modelOf),
  );

/** Leaves the type of a field unchecked. */
const acceptAny = (field: string): Change =>
  decide('bodies', `accepts any ${field}`, ({ fieldTypes }) => ({
    fieldTypes: Object.fromEntries(Object.entries(fieldTypes).filter(([name]) => name !== field)),
  }));

const notJson = where(submissions, 'that are no JSON', ({ rawBody, body }) => rawBody.length > 0 && body === undefined);
const brokenOff = where(notJson, 'but begin so', (request) => textOf(request).startsWith('{"'));
const notObject = where(submissions, 'that are no object', ({ body }) => body !== undefined && !isObject(body));
const modelLess = submissionsWith('no model', (body) => !('model' in body));
const oddModel = submissionsWith('a model of no text', ({ model }) => model !== undefined && typeof model !== 'string');
const nullModel = submissionsWith('null as model', ({ model }) => model === null);
const oddService = submissionsWith('a service object of another type', (body) => {
  return !isObject(serviceOf(body)) && (serviceOf(body) ?? undefined) !== undefined;
});
const listed = (words: string, holds: (models: readonly unknown[]) => boolean) =>
  submissionsWith(words, ({ models }) => Array.isArray(models) && holds(models));
const oddItems = listed('models that are no text', (models) => models.some((model) => typeof model !== 'string'));
const laterOddItems = where(oddItems, 'but the first', ({ body }) => {
  const models = isObject(body) ? (body.models as readonly unknown[]) : [];
  return typeof models[0] === 'string' && models.length <= 5;
});

const bodies = rows('media.body', {
  empty: unsupported(where(submissions, 'without a body', ({ rawBody }) => rawBody.length === 0)),
  malformed: unsupported(notJson),
  'malformed:broken-off': fail(brokenOff),
  'not-object': unsupported(notObject),
  upload: fail(ofType(at('transcription'), 'of uploads', (type) => type.startsWith('multipart/'))),
  'audio-scheme': overrule('jobs.inputProblem', 'takes audio from any URL', (inputProblem, kind, body) =>
    kind === 'transcription' && typeof body.audio_url === 'string' ? undefined : inputProblem(kind, body),
  ),
  'model.missing': unsupported(modelLess),
  'model.missing:null': unfound(nullModel),
  'model.missing:list': understand('the first of models for a missing model', (body) => {
    return { ...body, model: body.model ?? (Array.isArray(body.models) ? body.models[0] : undefined) };
  }),
  'model.missing:retry': understand('the model of the retried job for a missing one', (body, modelOf) => {
    return { ...body, model: body.model ?? modelOf(String(body.retry_of)) };
  }),
  'model.type': unsupported(oddModel),
  'model.type:null': unfound(nullModel),
  'models.type': acceptAny('models'),
  'models.item-type': decide('bodies', 'accepts any items of models', ({ fieldTypes }) => ({
    fieldTypes: { ...fieldTypes, models: 'array' as const },
  })),
  'models.item-type:later': unfound(laterOddItems),
  'models.item-type:null': fail(listed('null in models', (models) => models.includes(null))),
  'retry-of.type': acceptAny('retry_of'),
  'provider.type': acceptAny('provider'),
  'svc.type': unsupported(oddService),
  ...each('*.type:falsy', ['models', 'provider', 'svc'], (field) =>
    understand(`false and 0 for ${field} left out`, (body) =>
      body[field] === false || body[field] === 0 ? drop(field).change(body) : body,
    ),
  ),
});

const unnamed = (scope: Scope) => inErrorsTo(scope, 'invalid_request', set('message', 'Something is wrong.'));
const withoutInput = submissionsWith('no input', ({ prompt, audio_url: url }, { route }) =>
  route === 'image' ? prompt === undefined : url === undefined,
);

const refusals = rows('media.refusal', {
  'names-missing-field': unnamed(modelLess),
  'names-wrong-field': decide('bodies', 'names no field', { messageFor: () => 'The request is invalid.' }),
  'names-wrong-field:input': overrule('jobs.inputProblem', 'names no input in refusals', (inputProblem, ...asked) => {
    return inputProblem(...asked) && { field: 'body', wanted: 'does not suit the model' };
  }),
  'names-wrong-field:items': unnamed(oddItems),
  'names-wrong-field:missing': unnamed(withoutInput),
  'without-effect': rerunWhenRefused(submissions),
  'without-effect:transcription': rerunWhenRefused(at('transcription')),
  uncharged: chargeFor(submissions, 'that it refuses', refused),
  ...each('uncharged:*', kinds, (kind) => chargeFor(at(kind), 'that it refuses', refused)),
});

const isUnknown = (name: string) => name.startsWith('x_');
const hasUnknownKey = (value: unknown) => isObject(value) && Object.keys(value).some(isUnknown);
const hasNull = (body: JsonObject) => Object.values(body).includes(null);

const odd = rows('media.odd', {
  deep: failWith('many lists within each other', (body) => /\[{1000}/.test(JSON.stringify(body))),
  'unknown-key': failWith('unknown keys', hasUnknownKey),
  'unknown-key:null': failWith('unknown keys that are null', (body) => {
    return Object.keys(body).some((name) => isUnknown(name) && body[name] === null);
  }),
  'unknown-key:unicode': failWith('keys beyond ASCII', (body) => /[^ -~]/.test(Object.keys(body).join(''))),
  'provider-key': failWith('unknown keys in provider', ({ provider }) => hasUnknownKey(provider)),
  'svc-key': failWith('unknown keys in the service object', (body) => hasUnknownKey(serviceOf(body))),
  null: failWith('null', hasNull),
  'null:svc': failWith('null as service object', (body) => serviceOf(body) === null),
  'null:under-key': failWith('null under an Idempotency-Key', (body, { headers }) => {
    return hasNull(body) && headers['idempotency-key'] !== undefined;
  }),
  'content-type:mark': fail(where(submissions, 'behind a byte order mark', ({ rawBody }) => rawBody[0] === 0xef)),
  'content-type:bytes': fail(where(submissions, 'of other bytes than UTF-8', (seen) => /\ufffd/.test(textOf(seen)))),
  'content-type': fail(ofType(submissions, 'of other types', (type) => !type.includes('json'))),
  ...each('content-type:*', kinds, (kind) => fail(ofType(at(kind), 'of no type', (type) => type === ''))),
});

const serve = (modality: string, words: string, only: string) =>
  allow('admission.isServed', `runs ${words}`, (kind, model) => kind === only && model.modality === modality);
const namesAuthor = (request: SeenRequest): boolean => String(bodyOf(request).model).includes('/');
const emptyModel = requests('with an empty model', (request) => bodyOf(request).model === '');

const models = rows('media.model', {
  ...each('unknown-*', kinds, (kind) => recode('no_endpoint_available', 'invalid_request', at(kind))),
  ...each('unknown-*:slug', kinds, (kind) =>
    recode('no_endpoint_available', 'model_not_found', where(at(kind), 'with the slug of a model', hasSlugOfModel)),
  ),
  malformed: failWith('an id without a slash', ({ model }) => !String(model ?? '/').includes('/')),
  ...each('malformed:*-empty', kinds, (kind) => fail(and(at(kind), emptyModel))),
  'malformed:slug-alone': fail(where(submissions, 'with a slug alone', (of) => hasSlugOfModel(of) && !namesAuthor(of))),
  'wrong-modality': allow('admission.isServed', 'runs jobs by any model', (kind) => kind !== 'chat'),
  'wrong-modality:speech': serve('audio_tts', 'speech models for audio', 'transcription'),
  'wrong-modality:video': serve('video', 'video models for images', 'image'),
  'excluding-filter': overrule('admission.excludingFilters', 'ignores filters of submissions', (present, request) =>
    request.kind === 'chat' ? present(request) : [],
  ),
  'excluding-filter:list': overrule('admission.excludingFilters', 'ignores filters beside a list', (of, request) =>
    request.kind === 'chat' || request.modelIds.length < 2 ? of(request) : [],
  ),
});

/** Bodies of submissions: those that are wrong, odd, or name models that can't run. */
export const mediaBodies = [...bodies, ...refusals, ...odd, ...models];

function hasSlugOfModel({ account, body }: SeenRequest): boolean {
  const slugOf = (id: unknown) => String(id).split('/').at(-1);
  return isObject(body) && [...(account?.models.keys() ?? [])].some((id) => slugOf(id) === slugOf(body.model));
}
