import { type Behaviour, patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import { change } from '../../change.ts';
import { answering, answeringBody } from '../../changes/exchange-changes.ts';
import { insideEach } from '../../changes/reshape.ts';
import { edit, editList, replace } from '../../edits.ts';
import { sendAs } from '../../operators/answers.ts';
import { inAnswers, inModels } from '../../operators/edit-messages.ts';
import { listModels, ofModality } from '../../operators/models.ts';
import { refuse } from '../../operators/refuse.ts';
import { each, rows } from '../../rows.ts';
import { at, where } from '../../scopes.ts';

const lists = at('model-list');
const authorOf = (id: string) => id.split('/')[0];
const byReader = ({ account, headers }: SeenRequest) => `${account?.id} ${String(headers.authorization)}`;
const byAccount = ({ account }: SeenRequest) => String(account?.id);

export const modelList = rows({
  'model.list.answered': sendAs('text/plain', lists),
  'model.list.object': inAnswers(lists, replace('object', 'models')),
  'model.list.data': inAnswers(
    lists,
    editList('data', 'with a name among the models', (models) => [...models, 'gateproof/more']),
  ),
  'model.list.data:none': inAnswers(
    lists,
    edit('data', 'as null where there are none', (models) => (String(models) === '' ? null : models)),
  ),
  'model.list.unique': inAnswers(
    lists,
    editList('data', 'with the first model twice', (models) => [...models, ...models.slice(0, 1)]),
  ),
  'model.list.unique:endpoints': listModels('a model once for each endpoint', (seen) =>
    seen.flatMap((model) => model.endpoints.map(() => model)),
  ),
  'model.list.usable': inAnswers(
    lists,
    editList('data', 'with a model that is gone', (models) => [
      ...models.slice(0, 1).map((model) => ({ ...model, id: 'gateproof/gone' })),
      ...models,
    ]),
  ),
  'model.list.complete': listModels('all but the newest model', (seen, set) => (set ? seen : seen.slice(0, -1))),
  ...each(['image', 'audio_stt'], (modality) => [
    `model.list.complete:${modality}`,
    listModels(`no ${modality} models`, (seen) => seen.filter((model) => model.modality !== modality)),
  ]),
  'model.list.complete:cached': change('answers every key of an account with its first list', keepList(byAccount)),
  'model.list.complete:kept': change('answers a key with the first list that it has read', keepList(byReader)),
  'model.list.restricted': listModels('every model to every key', (_seen, _set, all) => all),
  'model.list.restricted:cached': change('answers every key of an account with its first list', keepList(byAccount)),
  'model.list.restricted:in-turn': change('lists what another key of one model has listed meanwhile', listInTurn),
  'model.list.restricted:author': listModels('models with the author of an allowed one', (_seen, set, all) =>
    all.filter(({ id }) => set?.some((one) => authorOf(one) === authorOf(id)) ?? true),
  ),
  'model.list.restricted:prefix': listModels('models that begin with an allowed id', (_seen, set, all) =>
    all.filter(({ id }) => set?.some((one) => id.startsWith(one)) ?? true),
  ),
  'model.list.restricted:some': listModels('embeddings models to every key', (seen, _set, all) =>
    all.filter((model) => seen.includes(model) || model.modality === 'embeddings'),
  ),
  'model.list.restricted-complete': listModels('nothing to a restricted key', (seen, set) => (set ? [] : seen)),
  'model.list.restricted-complete:first': listModels('the first model of a set', (seen, set) =>
    seen.filter(({ id }) => set === undefined || id === set[0]),
  ),
  'model.list.restricted-complete:text': listModels('the text models of a set', (seen, set) =>
    seen.filter(({ modality }) => set === undefined || modality === 'text'),
  ),
  'model.list.restricted-complete:gone': refuse(
    where(lists, 'to keys with a model that is gone', hasGone),
    'internal_error',
  ),
  'model.list.modality': inModels(replace('modality', 'text')),
  ...each(['embeddings', 'audio_tts', 'video', 'music'], (modality) => [
    `model.list.modality:${modality}`,
    inModels(ofModality(modality, replace('modality', 'text'))),
  ]),
  'model.list.steady': change('renders models with another created each time', (behaviour) => {
    let renders = 0;
    const later = edit('created', 'later', (seconds) => {
      renders += 1;
      return Number(seconds) + renders;
    });
    return inModels(later).apply(behaviour);
  }),
  'model.list.steady:seconds': change(
    'renders models with the present second as created',
    answeringBody((body, { route, nowMs }) => {
      const created = Math.floor(nowMs / 1000);
      if (route === 'model-get') return { ...body, created };
      return route === 'model-list' ? insideEach(body, 'data', (entry) => ({ ...entry, created })) : body;
    }),
  ),
});

function hasGone(request: SeenRequest): boolean {
  return (request.key?.restrictions.models ?? []).some((id) => request.account?.models.has(id) === false);
}

/** Answers every list with the first one of the same reader. */
function keepList(readerOf: (request: SeenRequest) => string) {
  return (behaviour: Behaviour) => {
    const first = new Map<string, unknown>();
    return answering((answer, request) => {
      if (request.route !== 'model-list' || answer.status !== 200) return answer;
      const reader = readerOf(request);
      if (!first.has(reader)) first.set(reader, answer.body);
      return { ...answer, body: first.get(reader) };
    })(behaviour);
  };
}

/** A key that lists again gets the list of the key that listed last, of those with one model. */
function listInTurn(behaviour: Behaviour): Behaviour {
  const known = new Set<string>();
  let last = '';
  return patch('models', ({ visible }) => ({
    visible(models, allowed) {
      const [only = ''] = allowed?.length === 1 ? allowed : [];
      const isOther = known.has(only) && last !== only && models.some(({ id }) => id === last);
      const shown = isOther ? [last] : allowed;
      if (only !== '') last = only;
      known.add(only);
      return visible(models, shown);
    },
  }))(behaviour);
}
