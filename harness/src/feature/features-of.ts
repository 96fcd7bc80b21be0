import type { Exchange } from '../exchange/exchange.ts';
import { endpointErrors } from './endpoint-errors.ts';
import { endpointFailures } from './endpoint-failures.ts';
import { fallbackModels } from './fallback-models.ts';
import type { Feature } from './feature.ts';
import { fieldTypes } from './field-types.ts';
import { idempotencyKeys } from './idempotency-keys.ts';
import { keyCheck } from './key-check.ts';
import { mediaJobs } from './media-jobs.ts';
import { modelCheck } from './model-check.ts';
import { routes } from './routes.ts';
import { streamFailures } from './stream-failures.ts';
import { streams } from './streams.ts';

/**
 * Every feature whose lack is looked for, the one that explains more first: a rule that lacks two is explained by the first. `exchanges` are those of the
 * whole run.
 */
export function featuresOf(exchanges: readonly Exchange[]): readonly Feature[] {
  return [
    ...routes(exchanges),
    keyCheck,
    mediaJobs,
    streams,
    idempotencyKeys,
    modelCheck,
    fieldTypes,
    fallbackModels,
    endpointErrors,
    endpointFailures,
    streamFailures,
  ];
}
