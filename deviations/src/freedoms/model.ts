import { decide, freedomRows, remembering } from '../change.ts';
import { all, drop, edit, fill, type JsonObject, mapFields, replace, rewrite, set } from '../edits/fields.ts';
import { type ChangeItems, relist } from '../edits/texts.ts';
import { counting } from '../memory.ts';
import { recode, refuse } from '../operators/answers.ts';
import { inAnswers, inModels, ofModality } from '../operators/edit-messages.ts';
import { bodyOf } from '../requests/seen.ts';
import { at, chats, where } from '../scopes/requests.ts';

const lists = at('model-list');
const inList = (words: string, change: ChangeItems) => inAnswers(lists, relist('data', words, change));
const withoutSlash = where(at('model-get'), 'without a slash', ({ path }) => !/models\/.*(\/|%2F)/i.test(path));
const toEcho = where(chats, 'for gateproof/echo', (request) => bodyOf(request).model === 'gateproof/echo');
/** Modalities of the models that the contract's routes run. */
const routed: readonly unknown[] = ['text', 'image', 'audio_stt'];

const turning = remembering((count = counting()) =>
  inList('in another order each time', (models) => {
    const place = count() % Math.max(1, models.length);
    return [...models.slice(place), ...models.slice(0, place)];
  }),
);
const rules = [{}, { when: { tokens: { over: 1e6 } }, tiers: [[1, '2'], null], usd: '0.10' }];
const more = rewrite('more fields', (list) => ('data' in list ? { ...list, has_more: false, next: null } : list));
const page = rewrite('forty models at first', ({ data, ...list }) => {
  return Array.isArray(data) ? { ...list, data: data.slice(-40), has_more: data.length > 40 } : { ...list, data };
});
const optional = edit('inputs', 'by name alone', (inputs) => mapFields(inputs as JsonObject, () => 'optional'));
const moreFields = all(fill('context_window', 128_000), set('created', 0), set('permission', []), set('root', null));

/** How the catalogue may be rendered otherwise. */
export const modelVariations = freedomRows({
  'F018 model.list.reversed': inList('in reverse', (models) => models.toReversed()),
  'F018 model.list.more-fields': inAnswers(lists, more),
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
