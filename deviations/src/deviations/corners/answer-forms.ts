import { answering } from '../../changes/exchange-changes.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

/** Ways to answer in the wrong form, in one corner only. */
export const answerFormCorners: readonly Deviation[] = [
  breaking(
    'model.get.content-type',
    'answers a read of a model as text/plain',
    answering((answer, request) =>
      request.route === 'model-get' && answer.status === 200 ? { ...answer, contentType: 'text/plain' } : answer,
    ),
  ),
];
