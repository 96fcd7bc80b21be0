import { edit, replace, set } from '../../edits/fields.ts';
import { inModels } from '../../operators/edit-messages.ts';
import { ofModality } from '../../operators/models.ts';
import { each, rows } from '../../rows.ts';

const otherPricing = { price_version: 'other', currency: 'USD', rules: [] };
const pricedElsewhere = (modality: string) =>
  [`pricing:${modality}`, inModels(ofModality(modality, replace('pricing', otherPricing)), 'list')] as const;

export const modelAgreement = rows('model.agreement', {
  modality: inModels(replace('modality', 'video'), 'get'),
  created: inModels(replace('created', 1), 'get'),
  'created:audio_stt': inModels(ofModality('audio_stt', replace('created', 1)), 'list'),
  'owned-by': inModels(replace('owned_by', 'somebody'), 'get'),
  'owned-by:audio_stt': inModels(ofModality('audio_stt', replace('owned_by', 'somebody')), 'list'),
  pricing: inModels(
    edit('pricing.price_version', 'with a b behind it', (version) => `${version}b`),
    'get',
  ),
  ...each(['audio_stt', 'embeddings'], pricedElsewhere),
  inputs: inModels(set('inputs.more', { type: 'string' }), 'get'),
});
