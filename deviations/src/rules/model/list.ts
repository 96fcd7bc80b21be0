import type { Model, SeenRequest, SentAnswer } from '@gateproof/simulator/behaviour';
import { answering, answeringBody, each, overrule, remembering, rows } from '../../change.ts';
import { edit, type JsonObject, replace, set } from '../../edits/fields.ts';
import { type ChangeItems, confuse, relist } from '../../edits/texts.ts';
import { before, counting } from '../../memory.ts';
import { acceptAs, answerFirst, fail } from '../../operators/answers.ts';
import { inAnswers, inModels } from '../../operators/edit-messages.ts';
import { listModels } from '../../operators/models.ts';
import { by } from '../../requests/seen.ts';
import { at, where } from '../../scopes/requests.ts';

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
  steady: remembering((count = counting()) =>
    inModels(edit('created', 'later each time', (seconds) => Number(seconds) + count())),
  ),
  'steady:seconds': answeringBody('renders models with the present second as created', (body, { route, nowMs }) => {
    const created = Math.floor(nowMs / 1000);
    if (route === 'model-get') return { ...body, created };
    return route === 'model-list' ? set('data[].created', created).change(body) : body;
  }),
});
