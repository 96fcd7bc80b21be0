import type { Model, SeenRequest, SentAnswer } from '@gateproof/simulator/behaviour';
import { afterwards, answering, answeringBody, decide, each, overrule, remembering, rows } from '../../change.ts';
import { drop, type Edit, edit, type JsonObject, rename, replace, retype, set, when } from '../../edits/fields.ts';
import { type ChangeItems, confuse, relist, reword } from '../../edits/texts.ts';
import { acceptAs, answerFirst, fail, recode, refuse } from '../../operators/answers.ts';
import { findModels, inAnswers, inModels, listModels, ofModality } from '../../operators/edit-messages.ts';
import { before, by, counting, patternOf } from '../../requests/seen.ts';
import { and, at, chats, restricted, where } from '../../scopes/requests.ts';

const lists = at('model-list');
const inList = (words: string, change: ChangeItems) => inAnswers(lists, relist('data', words, change));
type Ids = readonly string[] | undefined;
/** All models that are like one of the set. */
const like = (is: (id: string, one: string) => boolean) => (_seen: unknown, set: Ids, all: readonly Model[]) =>
  all.filter(({ id }) => set?.some((one) => is(id, one)) ?? true);
const begins = (id: string, one: string) => id.startsWith(one);
const haveOneAuthor = (id: string, one: string) => id.split('/')[0] === one.split('/')[0];
const asText = (modality: string) => confuse('modality', modality, 'text');
const goneOf = ([first]: readonly JsonObject[]) => (first ? [{ ...first, id: 'gateproof/gone' }] : []);
const nullWhereEmpty = edit('data', 'as null where empty', (models) => (String(models) === '' ? null : models));

/** A key that lists again gets the list of the key that listed last, of those with one model. */
const listInTurn = remembering((isKnown = before()) => {
  let last = '';
  return overrule('models.visible', 'lists what another key has listed meanwhile', (visible, models, allowed) => {
    const [only = ''] = allowed?.length === 1 ? allowed : [];
    const isOther = isKnown(only) && last !== only && models.some(({ id }) => id === last);
    const shown = isOther ? [last] : allowed;
    if (only !== '') last = only;
    return visible(models, shown);
  });
});

/** Who lists again once another account has listed gets the list of that one. */
const lastReader = remembering((isKnown = before()) => {
  let last: { readonly account: unknown; readonly answer: SentAnswer } | undefined;
  return answering('lists what another account has listed meanwhile', (answer, { route, account, key }) => {
    if (route !== 'model-list' || account === undefined || key?.restrictions.models !== undefined) return answer;
    const shown = isKnown(account) && last !== undefined && last.account !== account ? last.answer : answer;
    last = { account, answer };
    return shown;
  });
});
const hasGone = ({ account, key }: SeenRequest) =>
  key?.restrictions.models?.some((id) => account?.models.has(id) === false) === true;

export const modelList = rows('model.list', {
  answered: acceptAs(lists, { contentType: 'text/plain' }),
  object: inAnswers(lists, replace('object', 'models')),
  data: inList('with a name among the models', (models) => [...models, 'gateproof/more']),
  'data:none': inAnswers(lists, nullWhereEmpty),
  unique: inList('with the first twice', (models) => [...models, ...models.slice(0, 1)]),
  'unique:endpoints': listModels('a model once for each endpoint', (seen) =>
    seen.flatMap((model) => model.endpoints.map(() => model)),
  ),
  usable: inList('with a model that is gone', (models) => [...goneOf(models), ...models]),
  complete: listModels('all but the newest model', (seen, set) => (set ? seen : seen.slice(0, -1))),
  ...each('complete:*', ['image', 'audio_stt'], (of) =>
    listModels(`no ${of} models`, (seen) => seen.filter(({ modality }) => modality !== of)),
  ),
  'complete:cached': answerFirst(lists, by('account')),
  'complete:kept': answerFirst(lists, by('account', 'caller')),
  'complete:in-turn': lastReader,
  restricted: listModels('every model to every key', (_seen, _set, all) => all),
  'restricted:cached': answerFirst(lists, by('account')),
  'restricted:in-turn': listInTurn,
  'restricted:author': listModels('models with the author of an allowed one', like(haveOneAuthor)),
  'restricted:prefix': listModels('models that begin with an allowed id', like(begins)),
  'restricted:some': listModels('embeddings models to every key', (seen, _set, all) =>
    all.filter((model) => seen.includes(model) || model.modality === 'embeddings'),
  ),
  'restricted-complete': listModels('nothing to a restricted key', (seen, set) => (set ? [] : seen)),
  'restricted-complete:first': listModels('the first model of a set', (seen, set) => (set ? seen.slice(0, 1) : seen)),
  'restricted-complete:text': listModels('the text models of a set', (seen, set) =>
    seen.filter(({ modality }) => set === undefined || modality === 'text'),
  ),
  'restricted-complete:gone': fail(where(lists, 'to keys with a model that is gone', hasGone)),
  modality: inModels(replace('modality', 'text')),
  ...each('modality:*', ['embeddings', 'audio_tts', 'video', 'music'], (of) => inModels(asText(of))),
  ...each('steady*', { '': 'created', ':pricing': 'pricing.price_version' }, (field) =>
    remembering((count = counting()) =>
      inModels(edit(field, 'later each time', (was) => (field === 'created' ? Number(was) + count() : `v${count()}`))),
    ),
  ),
  'steady:seconds': answeringBody('renders models with the present second as created', (body, { route, nowMs }) => {
    const created = Math.floor(nowMs / 1000);
    if (route === 'model-get') return { ...body, created };
    return route === 'model-list' ? set('data[].created', created).change(body) : body;
  }),
});

const reads = at('model-get');
const restrictedReads = and(reads, restricted('models'));
const withoutSlash = where(reads, 'without a slash', ({ path }) => !/models\/.*(\/|%2F)/i.test(path));
const withPlainSlash = where(reads, 'with a plain slash', ({ path }) => /^\/v1\/models\/[^/]+\//.test(path));

/** Finds models by other ids than their own as well. */
const findAlso = (words: string, holds: (own: string, id: string) => boolean) =>
  findModels(words, (model, id, finds) => finds(model, id) || holds(model.id, id));

/** An id that no model had is refused for good. */
const rememberMisses = remembering((missed = new Set<string>(), nameOf = by('account', 'path')) => [
  afterwards('', (request, answer) => {
    if (request.route === 'model-get' && answer?.status === 404) missed.add(nameOf(request));
  }),
  refuse(
    where(reads, 'that was refused before', (request) => missed.has(nameOf(request))),
    'model_not_found',
  ),
]);
const isLaterInSet = ({ key, path }: SeenRequest) =>
  key?.restrictions.models?.slice(1).some((id) => decodeURIComponent(path).endsWith(id)) === true;
const slugOf = (id: string): string => id.slice(id.indexOf('/') + 1);

export const modelGet = rows('model.get', {
  'content-type': acceptAs(reads, { contentType: 'text/plain' }),
  'id-echoed': inModels(replace('id', 'gateproof/other'), 'get'),
  inputs: inModels(drop('inputs')),
  'inputs:image': inAnswers(reads, ofModality('image', rename('inputs', 'input_schema'))),
  'inputs:restricted': inAnswers(restrictedReads, drop('inputs')),
  listed: refuse(reads, 'model_not_found'),
  'listed:restricted': refuse(where(reads, 'for later models of a set', isLaterInSet), 'forbidden'),
  'listed:image': findModels('no image model', (model, id, finds) => model.modality !== 'image' && finds(model, id)),
  'listed:remembered-miss': rememberMisses,
  'listed:dot': findModels('no slug with a dot', (model, id, finds) => finds(model, id.replace(/\.[^./]*$/, ''))),
  'listed:capitals': findModels('no id with capitals', (model, id, finds) => finds(model, id.toLowerCase())),
  'listed:colon': findModels('no id with a colon', (model, id, finds) => !id.includes(':') && finds(model, id)),
  'raw-slash': refuse(withPlainSlash, 'model_not_found'),
  unknown: recode('model_not_found', 'no_endpoint_available', reads),
  'unknown:characters': fail(where(reads, 'beyond ASCII', ({ path }) => /%[89A-F]/i.test(path))),
  'unknown:pattern': findAlso('a model by a pattern', (own, id) => /[_%]/.test(id) && patternOf(id).test(own)),
  'unknown:built-in': fail(where(reads, 'by names of any object', ({ path }) => /models\/constructor\b/.test(path))),
  'unknown:deeper': findAlso('a model under paths below its id', (own, id) => id.startsWith(`${own}/`)),
  'unknown:variant': findAlso('a model by a variant of its id', (own, id) => id.startsWith(`${own}:`)),
  'unknown:slug': findAlso('by slug alone', (own, id) => own.endsWith(`/${id}`)),
  'unknown:author': findAlso('by author alone', (own, id) => own.startsWith(`${id}/`)),
  'unknown:another-author': findAlso('under any author', (own, id) => id.includes('/') && slugOf(id) === slugOf(own)),
  preset: recode('model_not_found', 'no_endpoint_available', chats),
  'preset:ignored': decide('admission', 'takes no notice of presets', { presetWithoutModel: () => undefined }),
  'unknown-without-slash': recode('model_not_found', 'no_endpoint_available', withoutSlash),
  forbidden: decide('models', 'has no endpoint for models outside the set', { forbiddenCode: 'no_endpoint_available' }),
});

const otherNames = {
  audio_stt: 'audio',
  audio_tts: 'tts',
  video: 'movie',
  music: 'audio_music',
  embeddings: 'embedding',
};
const renames = Object.entries(otherNames).map(([from, to]) => [from, confuse('modality', from, to)] as const);
const withFraction = edit('created', 'with a fraction', (seconds) => Number(seconds) + 0.25);
const renamed = (words: string, rename: (id: string) => string) => inModels(reword('id', words, rename), 'get');
const isOfMedia = ({ modality }: JsonObject) => modality !== 'text';
const isFree = ({ pricing }: JsonObject) => JSON.stringify(pricing).includes('"usd":0}');

export const modelFields = rows('model.field', {
  'id.present': inModels(drop('id'), 'get'),
  'id.slash': renamed('with a colon for its slash', (id) => id.replace('/', ':')),
  'id.slash:no-slug': renamed('without its slug', (id) => id.replace(/[^/]*$/, '')),
  'id.slash:no-author': renamed('without its author', (id) => id.replace(/^[^/]*/, '')),
  'object.value': inModels(replace('object', 'Model')),
  'created.type': inModels(replace('created', '2026-01-01')),
  'created.type:fraction': inModels(withFraction, 'list'),
  'owned-by.type': inModels(retype('owned_by', 'null')),
  'owned-by.type:media': inModels(when('of media models', isOfMedia, retype('owned_by', 'null'))),
  'modality.present': inModels(drop('modality')),
  'modality.known': inModels(replace('modality', 'chat')),
  ...each('modality.known:*', Object.fromEntries(renames), (edit) => inModels(edit)),
  'pricing.type': inModels(retype('pricing', 'list')),
  'pricing.type:embeddings': inModels(ofModality('embeddings', retype('pricing', 'null'))),
  'pricing-price-version.type': inModels(retype('pricing.price_version', 'number')),
  'pricing-currency.type': inModels(drop('pricing.currency')),
  'pricing-rules.type': inModels(replace('pricing.rules', {})),
  'pricing-rules.type:free': inModels(when('of free models', isFree, retype('pricing.rules', 'null'))),
  'pricing-rules.item-type': inModels(replace('pricing.rules', ['free'])),
  'inputs.type': inModels(replace('inputs', [])),
});

const otherwise = {
  modality: replace('modality', 'video'),
  created: replace('created', 1),
  'owned-by': replace('owned_by', 'somebody'),
  pricing: replace('pricing', { price_version: 'other', currency: 'USD', rules: [] }),
  inputs: set('inputs.more', { type: 'string' }),
};
const lastButOne = ({ words, change }: Edit) =>
  inList(`${words} last but one`, (all) => all.map((one, place) => (place === all.length - 2 ? change(one) : one)));

export const modelAgreement = rows('model.agreement', {
  ...each('*', otherwise, (edit) => inModels(edit, 'get')),
  ...each('*:restricted', otherwise, (edit) => inAnswers(restrictedReads, edit)),
  ...each('*:among-others', otherwise, lastButOne),
  ...each('*:audio_stt', otherwise, (edit) => inModels(ofModality('audio_stt', edit), 'list')),
  'pricing:embeddings': inModels(ofModality('embeddings', otherwise.pricing), 'list'),
});
