import { drop, edit, replace, retype, when } from '../../edits.ts';
import { inModels } from '../../operators/edit-messages.ts';
import { ofModality } from '../../operators/models.ts';
import { each, rows } from '../../rows.ts';

const otherNames = [
  ['audio_stt', 'audio'],
  ['audio_tts', 'tts'],
  ['video', 'movie'],
  ['music', 'audio_music'],
  ['embeddings', 'embedding'],
] as const;

export const modelFields = rows({
  'model.field.id.present': inModels(drop('id'), 'get'),
  'model.field.id.slash': inModels(
    edit('id', 'with a colon for its slash', (id) => String(id).replace('/', ':')),
    'get',
  ),
  'model.field.object.value': inModels(replace('object', 'Model')),
  'model.field.created.type': inModels(replace('created', '2026-01-01')),
  'model.field.created.type:fraction': inModels(
    edit('created', 'with a fraction', (seconds) => Number(seconds) + 0.25),
    'list',
  ),
  'model.field.owned-by.type': inModels(retype('owned_by', 'null')),
  'model.field.owned-by.type:media': inModels(when('of media models', isOfMedia, retype('owned_by', 'null'))),
  'model.field.modality.present': inModels(drop('modality')),
  'model.field.modality.known': inModels(replace('modality', 'chat')),
  ...each(otherNames, ([modality, name]) => [
    `model.field.modality.known:${modality}`,
    inModels(ofModality(modality, replace('modality', name))),
  ]),
  'model.field.pricing.type': inModels(retype('pricing', 'list')),
  'model.field.pricing.type:embeddings': inModels(ofModality('embeddings', retype('pricing', 'null'))),
  'model.field.pricing-price-version.type': inModels(retype('pricing.price_version', 'number')),
  'model.field.pricing-currency.type': inModels(drop('pricing.currency')),
  'model.field.pricing-rules.type': inModels(replace('pricing.rules', {})),
  'model.field.pricing-rules.type:free': inModels(when('of free models', isFree, retype('pricing.rules', 'null'))),
  'model.field.pricing-rules.item-type': inModels(replace('pricing.rules', ['free'])),
  'model.field.inputs.type': inModels(replace('inputs', [])),
});

function isOfMedia({ modality }: Readonly<Record<string, unknown>>): boolean {
  return modality !== 'text';
}

function isFree({ pricing }: Readonly<Record<string, unknown>>): boolean {
  return JSON.stringify(pricing).includes('"usd":0}');
}
