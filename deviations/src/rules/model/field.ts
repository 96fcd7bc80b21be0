import { each, rows } from '../../change.ts';
import { drop, edit, replace, retype, when } from '../../edits/fields.ts';
import { reword } from '../../edits/texts.ts';
import { inModels } from '../../operators/edit-messages.ts';
import { ofModality } from '../../operators/models.ts';

const otherNames = {
  audio_stt: 'audio',
  audio_tts: 'tts',
  video: 'movie',
  music: 'audio_music',
  embeddings: 'embedding',
};
const modalities = ['audio_stt', 'audio_tts', 'video', 'music', 'embeddings'] as const;

const withFraction = edit('created', 'with a fraction', (seconds) => Number(seconds) + 0.25);
const renamed = (words: string, rename: (id: string) => string) => inModels(reword('id', words, rename), 'get');
const isOfMedia = ({ modality }: Readonly<Record<string, unknown>>): boolean => modality !== 'text';
const isFree = ({ pricing }: Readonly<Record<string, unknown>>): boolean =>
  JSON.stringify(pricing).includes('"usd":0}');

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
  ...each('modality.known:*', modalities, (modality) =>
    inModels(ofModality(modality, replace('modality', otherNames[modality]))),
  ),
  'pricing.type': inModels(retype('pricing', 'list')),
  'pricing.type:embeddings': inModels(ofModality('embeddings', retype('pricing', 'null'))),
  'pricing-price-version.type': inModels(retype('pricing.price_version', 'number')),
  'pricing-currency.type': inModels(drop('pricing.currency')),
  'pricing-rules.type': inModels(replace('pricing.rules', {})),
  'pricing-rules.type:free': inModels(when('of free models', isFree, retype('pricing.rules', 'null'))),
  'pricing-rules.item-type': inModels(replace('pricing.rules', ['free'])),
  'inputs.type': inModels(replace('inputs', [])),
});
