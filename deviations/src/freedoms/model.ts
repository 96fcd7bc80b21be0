import { decide, freedomRows, remembering } from '../change.ts';
import { all, drop, type Edit, edit, fill, type JsonObject, replace, rewrite, set } from '../edits/fields.ts';
import { type ChangeItems, relist } from '../edits/texts.ts';
import { recode, refuse } from '../operators/answers.ts';
import { inAnswers, inModels } from '../operators/edit-messages.ts';
import { ofModality } from '../operators/models.ts';
import { isObject } from '../requests/seen.ts';
import { at, chats, where } from '../scopes/requests.ts';

const lists = at('model-list');
const inList = (words: string, change: ChangeItems) => inAnswers(lists, relist('data', words, change));
const withoutSlash = where(at('model-get'), 'without a slash', ({ path }) => !/models\/.*(\/|%2F)/i.test(path));
const toEcho = where(chats, 'for gateproof/echo', ({ body }) => isObject(body) && body.model === 'gateproof/echo');
/** Modalities of the models that the contract's routes run. */
const routed: readonly unknown[] = ['text', 'image', 'audio_stt'];

const turning = remembering(() => {
  let turn = 0;
  return inList('in another order each time', (models) => {
    turn += 1;
    const at = models.length === 0 ? 0 : turn % models.length;
    return [...models.slice(at), ...models.slice(0, at)];
  });
});
const rules = [{}, { when: { tokens: { over: 1e6 } }, tiers: [[1, '2'], null], usd: '0.10' }];
const page: Edit = rewrite('forty models at first', (list) => {
  if (!Array.isArray(list.data)) return list;
  return { ...list, data: list.data.slice(-40), has_more: list.data.length > 40 };
});
const optional = edit('inputs', 'by name alone', (inputs) =>
  Object.fromEntries(Object.keys(inputs as JsonObject).map((name) => [name, 'optional'])),
);
const moreFields = all(fill('context_window', 128_000), set('created', 0), set('permission', []), set('root', null));

/** How the catalogue may be rendered otherwise. */
export const modelVariations = freedomRows({
  'F018 model.list.reversed': inList('in reverse', (models) => models.toReversed()),
  'F018 model.list.more-fields': inAnswers(
    lists,
    rewrite('more fields', (list) => (Array.isArray(list.data) ? { ...list, has_more: false, next: null } : list)),
  ),
  'F018 model.list.turning': turning,
  'F018 model.list.page': inAnswers(lists, page),
  'F017 model.list.routed': inList('without what no route runs', (models) =>
    models.filter(({ modality }) => routed.includes(modality)),
  ),

  'F135 model.list.broken': refuse(toEcho, 'no_endpoint_available', 'gateproof/echo has no endpoint just now.'),

  'F132 model.list.without-inputs': inModels(drop('inputs'), 'list'),
  'F012 model.inputs.schema': inModels(edit('inputs', 'as a schema', (properties) => ({ type: 'object', properties }))),

  'F012 model.inputs.listed-twice': inModels(optional),
  'F133 model.inputs.everywhere': inModels(ofModality('text', set('inputs', { messages: {} }))),

  'F011 model.pricing.no-rules': inModels(replace('pricing.rules', [])),

  'F011 model.pricing.nested-rules': inModels(set('pricing', { price_version: '7', currency: 'EUR', rules })),
  'F026 model.more-fields': inModels(moreFields),
  'F134 model.owned-by': inModels(replace('owned_by', 'the gateway')),

  'F046 model.get.two-parts': recode('model_not_found', { code: 'not_found', status: 404 }, withoutSlash),
  'F043 model.forbidden.404': decide('models', 'hides models outside the set', { forbiddenCode: 'model_not_found' }),
  'F043 model.forbidden.200': decide('models', 'renders models outside the set', { forbiddenCode: undefined }),
});
