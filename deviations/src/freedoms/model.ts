import { patch } from '@gateproof/simulator/behaviour';
import { change } from '../change.ts';
import { drop, edit, editList, replace, set } from '../edits.ts';
import { freedomRows } from '../freedom-rows.ts';
import { inAnswers, inModels } from '../operators/edit-messages.ts';
import { ofModality } from '../operators/models.ts';
import { recode, refuse } from '../operators/refuse.ts';
import { at, chats, where } from '../scopes.ts';

const lists = at('model-list');
const withoutSlash = where(at('model-get'), 'without a slash', ({ path }) => !/models\/.*(\/|%2F)/i.test(path));
const toEcho = where(
  chats,
  'for gateproof/echo',
  ({ body }) => (body as { model?: unknown } | undefined)?.model === 'gateproof/echo',
);
/** Modalities of the models that the contract's routes run. */
const routed: readonly unknown[] = ['text', 'image', 'audio_stt'];

/** How the catalogue may be rendered otherwise. */
export const modelVariations = freedomRows({
  F018: {
    'model.list.reversed': inAnswers(
      lists,
      editList('data', 'in reverse', (models) => models.toReversed()),
    ),
    'model.list.more-fields': inAnswers(lists, {
      words: 'more fields',
      change: (list) => (Array.isArray(list.data) ? { ...list, has_more: false, next: null } : list),
    }),
  },
  F017: {
    'model.list.routed': inAnswers(
      lists,
      editList('data', 'without models that no route runs', (models) =>
        models.filter(({ modality }) => routed.includes(modality)),
      ),
    ),
  },
  F135: { 'model.list.broken': refuse(toEcho, 'no_endpoint_available', 'gateproof/echo has no endpoint just now.') },
  F132: { 'model.list.without-inputs': inModels(drop('inputs'), 'list') },
  F012: {
    'model.inputs.schema': inModels(
      edit('inputs', 'as a JSON Schema', (properties) => ({ type: 'object', properties })),
    ),
  },
  F133: { 'model.inputs.everywhere': inModels(ofModality('text', set('inputs', { messages: {} }))) },
  F011: { 'model.pricing.no-rules': inModels(replace('pricing.rules', [])) },
  F134: { 'model.owned-by': inModels(replace('owned_by', 'the gateway')) },
  F046: { 'model.get.two-parts': recode('model_not_found', { code: 'not_found', status: 404 }, withoutSlash) },
  F043: {
    'model.forbidden.404': change(
      'hides models outside the set',
      patch('models', { forbiddenCode: 'model_not_found' }),
    ),
    'model.forbidden.200': change('renders models outside the set', patch('models', { forbiddenCode: undefined })),
  },
});
