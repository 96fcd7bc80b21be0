import { each, rows } from '../../change.ts';
import { append, replace, set } from '../../edits/fields.ts';
import { inModels } from '../../operators/edit-messages.ts';
import { ofModality } from '../../operators/models.ts';

const otherPricing = replace('pricing', { price_version: 'other', currency: 'USD', rules: [] });

export const modelAgreement = rows('model.agreement', {
  modality: inModels(replace('modality', 'video'), 'get'),
  created: inModels(replace('created', 1), 'get'),
  'created:audio_stt': inModels(ofModality('audio_stt', replace('created', 1)), 'list'),
  'owned-by': inModels(replace('owned_by', 'somebody'), 'get'),
  'owned-by:audio_stt': inModels(ofModality('audio_stt', replace('owned_by', 'somebody')), 'list'),
  pricing: inModels(append('pricing.price_version', 'b'), 'get'),
  ...each('pricing:*', ['audio_stt', 'embeddings'], (of) => inModels(ofModality(of, otherPricing), 'list')),
  inputs: inModels(set('inputs.more', { type: 'string' }), 'get'),
});
