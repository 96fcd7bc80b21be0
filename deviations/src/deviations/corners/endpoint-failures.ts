import { classify, status } from '../../operators/classify.ts';
import { rows } from '../../rows.ts';

/** How failures of endpoints are reported in jobs. */
export const endpointFailureCorners = rows({
  'media.failure.unauthorized:forbidden': classify(status(403), 'forbidden'),
});
