import { patch } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

/** Ways to take for something what holds nothing. */
export const hollowCorners: readonly Deviation[] = [
  breaking(
    'media.body.model.missing:null',
    'takes null for a model',
    patch('bodies', ({ requiredFields, problem }) => ({
      requiredFields: requiredFields.filter((name) => name !== 'model'),
      problem: (body, serviceField) =>
        'model' in body ? problem(body, serviceField) : { field: 'model', wanted: 'is required' },
    })),
  ),
  breaking(
    'error.upstream.empty:no-content',
    'serves a reply whose content is null',
    patch('routing', ({ isEmpty }) => ({ isEmpty: (output) => isEmpty(output) && output.finishReason === undefined })),
  ),
];
