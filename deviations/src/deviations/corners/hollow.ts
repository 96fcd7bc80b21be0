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
];
