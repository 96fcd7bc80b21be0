import { each, rows } from '../../change.ts';
import { drop, edit, type JsonObject, replace, retype, when } from '../../edits/fields.ts';
import { confuse, reword } from '../../edits/texts.ts';
import { inModels } from '../../operators/edit-messages.ts';
import { ofModality } from '../../operators/models.ts';

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
