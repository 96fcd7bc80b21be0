import type { GatewayError } from '@gateproof/simulator/behaviour';
import { answering, answeringBody, type Change, decide, freedomRows, overrule, remembering } from '../change.ts';
import { all, drop, edit, fill, mapFields, replace, rewrite, set } from '../edits/fields.ts';
import { type ChangeItems, escapeCharacters, relist } from '../edits/texts.ts';
import { recode, refuse } from '../operators/answers.ts';
import { inAnswers, inJobs, inModels, ofModality } from '../operators/edit-messages.ts';
import { bodyOf, counting, isObject, type JsonObject } from '../requests/seen.ts';
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

/** The JSON that is sent: another variation may have spelled it already. */
const jsonOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

/** Spells the JSON of answers otherwise. */
const spelling = (words: string, spell: (json: string) => string) =>
  answering(words, (answer) => {
    const json = jsonOf(answer.body);
    return spell(json) === json ? answer : { ...answer, body: spell(json) };
  });
const exponents = (json: string) =>
  json.replace(/(?<="billing_usd":)\d+(\.\d+)?(?=[,}])/g, (usd) => Number(usd).toExponential());
// What comes again may be escaped already.
const escaped = (json: string) => escapeCharacters(json.replace(/(?<!\\)\//g, '\\/'), /[\u0080-\uffff]/g);

/** Delivers one acknowledged event in `every` once more. */
const duplicating = (every: number): Change =>
  remembering((count = counting()) =>
    overrule('webhooks.isSuccess', `delivers one event in ${every} once more`, (present, answer, attempt) => {
      return present(answer, attempt) && (count() % every !== 0 || attempt.number > 1);
    }),
  );

const sorted = (body: JsonObject, { route }: { readonly route: string }) => {
  // A Job is rendered in events as well, where the same fields would have to stand.
  const isJob = route !== 'chat' && !route.startsWith('model-');
  const more = isObject(body.error) || isJob ? body : { ...body, x_more: { of: ['this'] } };
  return Object.fromEntries(Object.entries(more).sort(([one], [other]) => one.localeCompare(other)));
};
const sorry = edit('error', 'in other words', (error) => {
  return isObject(error) ? { ...error, message: `Sorry! (${error.code})` } : error;
});
const isUnknownModel = ({ code, details }: GatewayError) =>
  code === 'no_endpoint_available' && details.scope === 'model';
const ownWords = (message: string) => `Nothing is called so: ${message.replace(/^.*?([\w.-]+\/[\w.-]+).*$/, '$1')}`;

/** How the same things may be rendered in other words, other fields beside them, or other spellings. */
export const renderingVariations = freedomRows({
  'F004 rendering.cost-status': inJobs(replace('usage.cost.cost_status', 'estimated')),
  'F006 rendering.region': inJobs(replace('*_metadata.region', 'EU (Frankfurt) #1')),
  'F112 rendering.job-error-message': inJobs(sorry),
  'F136 rendering.number-spelling': spelling('spells costs with an exponent', exponents),
  'F136 rendering.pretty': spelling('indents its JSON', (json) => JSON.stringify(JSON.parse(json), null, 2)),
  'F136 rendering.escaped': spelling('escapes slashes and what is not ASCII in its JSON', escaped),
  'F057 rendering.sorted': answeringBody('sorts fields by the alphabet, and sends more', sorted),
  'F060 rendering.unknown-model-words': overrule('errors.message', 'rewords refusals of unknown models', (of, error) =>
    isUnknownModel(error) ? ownWords(of(error)) : of(error),
  ),
  'F092 delivery.sporadic-duplicate': duplicating(13),
  'F092 delivery.frequent-duplicate': duplicating(4),
});
