import { chatReplyVariations, chatRequestVariations } from '../freedoms/chat.ts';
import { deliveryVariations } from '../freedoms/delivery.ts';
import { endpointVariations } from '../freedoms/endpoints.ts';
import { errorVariations } from '../freedoms/errors.ts';
import { jobVariations } from '../freedoms/job.ts';
import { jobOutputVariations } from '../freedoms/job-output.ts';
import { modelVariations } from '../freedoms/model.ts';
import { refusalVariations } from '../freedoms/refusals.ts';
import { registrationVariations } from '../freedoms/registration.ts';
import { scheduleVariations } from '../freedoms/schedule.ts';
import { signingVariations } from '../freedoms/signing.ts';
import { streamVariations } from '../freedoms/streams.ts';
import type { Variation } from '../variation.ts';
import { authVariations } from './auth.ts';
import { idempotencyVariations } from './idempotency.ts';
import { lenientVariations } from './lenient.ts';
import { repeatRefusalVariations } from './refusal.ts';
import { repeatedVariations } from './repeated.ts';
import { tellingVariations } from './telling.ts';
import { tryingVariations } from './trying.ts';

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
  ...scheduleVariations,
  ...deliveryVariations,
  ...registrationVariations,
  ...signingVariations,
  ...tellingVariations,
  ...repeatedVariations,
  ...lenientVariations,
  ...authVariations,
];
