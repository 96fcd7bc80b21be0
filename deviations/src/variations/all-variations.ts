import { chatReplyVariations, chatRequestVariations } from '../freedoms/chat.ts';
import { endpointVariations } from '../freedoms/endpoints.ts';
import { errorVariations } from '../freedoms/errors.ts';
import { jobVariations } from '../freedoms/job.ts';
import { jobOutputVariations } from '../freedoms/job-output.ts';
import { refusalVariations } from '../freedoms/refusals.ts';
import { streamVariations } from '../freedoms/streams.ts';
import type { Variation } from '../variation.ts';
import { authVariations } from './auth.ts';
import { deliveryVariations } from './delivery.ts';
import { idempotencyVariations } from './idempotency.ts';
import { lenientVariations } from './lenient.ts';
import { modelVariations } from './model.ts';
import { repeatRefusalVariations } from './refusal.ts';
import { repeatedVariations } from './repeated.ts';
import { signingVariations } from './signing.ts';
import { tellingVariations } from './telling.ts';
import { tryingVariations } from './trying.ts';
import { webhookVariations } from './webhook.ts';

/** Every way in which the simulator can differ inside a freedom, by area. */
export const variations: readonly Variation[] = [
  ...errorVariations,
  ...refusalVariations,
  ...repeatRefusalVariations,
  ...chatRequestVariations,
  ...chatReplyVariations,
  ...streamVariations,
  ...endpointVariations,
  ...tryingVariations,
  ...modelVariations,
  ...idempotencyVariations,
  ...jobVariations,
  ...jobOutputVariations,
  ...webhookVariations,
  ...deliveryVariations,
  ...signingVariations,
  ...tellingVariations,
  ...repeatedVariations,
  ...lenientVariations,
  ...authVariations,
];
