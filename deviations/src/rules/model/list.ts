import type { SeenRequest, SentAnswer } from '@gateproof/simulator/behaviour';
import { answering, answeringBody, each, overrule, remembering, rows } from '../../change.ts';
import { edit, replace, set } from '../../edits/fields.ts';
import { type ChangeItems, relist } from '../../edits/texts.ts';
import { acceptAs, answerFirst, fail } from '../../operators/answers.ts';
import { inAnswers, inModels } from '../../operators/edit-messages.ts';
import { listModels, ofModality } from '../../operators/models.ts';
import { at, where } from '../../scopes/requests.ts';

const lists = at('model-list');
const inList = (words: string, change: ChangeItems) => inAnswers(lists, relist('data', words, change));
const authorOf = (id: string) => id.split('/')[0];
const nullWhereEmpty = edit('data', 'as null where empty', (models) => (String(models) === '' ? null : models));
const byReader = ({ account, headers }: SeenRequest) => `${account?.id} ${String(headers.authorization)}`;
const byAccount = ({ account }: SeenRequest) => String(account?.id);

/** A key that lists again gets the list of the key that listed last, of those with one model. */
const listInTurn = remembering(() => {
  const known = new Set<string>();
  let last = '';
  return overrule('models.visible', 'lists what another key has listed meanwhile', (visible, models, allowed) => {
    const [only = ''] = allowed?.length === 1 ? allowed : [];
    const isOther = known.has(only) && last !== only && models.some(({ id }) => id === last);
    const shown = isOther ? [last] : allowed;
    if (only !== '') last = only;
    known.add(only);
    return visible(models, shown);
  });
});

/** Who lists again once another account has listed gets the list of that one. */
const lastReader = remembering(() => {
  const known = new WeakSet<object>();
  let last: { readonly account: unknown; readonly answer: SentAnswer } | undefined;
  return answering('lists what another account has listed meanwhile', (answer, { route, account, key }) => {
    if (route !== 'model-list' || account === undefined || key?.restrictions.models !== undefined) return answer;
    const shown = known.has(account) && last !== undefined && last.account !== account ? last.answer : answer;
    known.add(account);
    last = { account, answer };
    return shown;
  });
});
const hasGone = (request: SeenRequest): boolean =>
  (request.key?.restrictions.models ?? []).some((id) => request.account?.models.has(id) === false);

export const modelList = rows('model.list', {
  answered: acceptAs(lists, { contentType: 'text/plain' }),
  object: inAnswers(lists, replace('object', 'models')),
  data: inList('with a name among the models', (models) => [...models, 'gateproof/more']),
  'data:none': inAnswers(lists, nullWhereEmpty),
  unique: inList('with the first twice', (models) => [...models, ...models.slice(0, 1)]),
  'unique:endpoints': listModels('a model once for each endpoint', (seen) =>
    seen.flatMap((model) => model.endpoints.map(() => model)),
  ),
  usable: inList('with a model that is gone', (models) => [
    ...models.slice(0, 1).map((model) => ({ ...model, id: 'gateproof/gone' })),
    ...models,
  ]),
  complete: listModels('all but the newest model', (seen, set) => (set ? seen : seen.slice(0, -1))),
  ...each('complete:*', ['image', 'audio_stt'], (modality) =>
    listModels(`no ${modality} models`, (seen) => seen.filter((model) => model.modality !== modality)),
  ),
  'complete:cached': answerFirst(lists, byAccount),
  'complete:kept': answerFirst(lists, byReader),
  'complete:in-turn': lastReader,
  restricted: listModels('every model to every key', (_seen, _set, all) => all),
  'restricted:cached': answerFirst(lists, byAccount),
  'restricted:in-turn': listInTurn,
  'restricted:author': listModels('models with the author of an allowed one', (_seen, set, all) =>
    all.filter(({ id }) => set?.some((one) => authorOf(one) === authorOf(id)) ?? true),
  ),
  'restricted:prefix': listModels('models that begin with an allowed id', (_seen, set, all) =>
    all.filter(({ id }) => set?.some((one) => id.startsWith(one)) ?? true),
  ),
  'restricted:some': listModels('embeddings models to every key', (seen, _set, all) =>
    all.filter((model) => seen.includes(model) || model.modality === 'embeddings'),
  ),
  'restricted-complete': listModels('nothing to a restricted key', (seen, set) => (set ? [] : seen)),
  'restricted-complete:first': listModels('the first model of a set', (seen, set) =>
    seen.filter(({ id }) => set === undefined || id === set[0]),
  ),
  'restricted-complete:text': listModels('the text models of a set', (seen, set) =>
    seen.filter(({ modality }) => set === undefined || modality === 'text'),
  ),
  'restricted-complete:gone': fail(where(lists, 'to keys with a model that is gone', hasGone)),
  modality: inModels(replace('modality', 'text')),
  ...each('modality:*', ['embeddings', 'audio_tts', 'video', 'music'], (modality) =>
    inModels(ofModality(modality, replace('modality', 'text'))),
  ),
  steady: remembering(() => {
    let renders = 0;
    return inModels(
      edit('created', 'later each time', (seconds) => {
        renders += 1;
        return Number(seconds) + renders;
      }),
    );
  }),
  'steady:seconds': answeringBody('renders models with the present second as created', (body, { route, nowMs }) => {
    const created = Math.floor(nowMs / 1000);
    if (route === 'model-get') return { ...body, created };
    return route === 'model-list' ? set('data[].created', created).change(body) : body;
  }),
});
