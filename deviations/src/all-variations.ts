import { authVariations } from './freedoms/auth.ts';
import { chatReplyVariations, chatRequestVariations } from './freedoms/chat.ts';
import { deliveryVariations } from './freedoms/delivery.ts';
import { endpointVariations } from './freedoms/endpoints.ts';
import { errorVariations } from './freedoms/errors.ts';

import { idempotencyVariations } from './freedoms/idempotency-keys.ts';
import { jobVariations } from './freedoms/job.ts';
import { jobOutputVariations } from './freedoms/job-output.ts';
import { modelVariations } from './freedoms/model.ts';
import { rateVariations } from './freedoms/rates.ts';
import { refusalVariations } from './freedoms/refusals.ts';
import { registrationVariations } from './freedoms/registration.ts';
import { renderingVariations } from './freedoms/renderings.ts';
import { repeatRefusalVariations } from './freedoms/repeat-refusals.ts';
import { repeatedVariations } from './freedoms/repeats.ts';
import { scheduleVariations } from './freedoms/schedule.ts';
import { signingVariations } from './freedoms/signing.ts';
import { streamVariations } from './freedoms/streams.ts';
import type { Variation } from './variation.ts';

/** Every way in which the simulator can differ inside a freedom, by area. */
export const variations: readonly Variation[] = [
  ...errorVariations,
  ...refusalVariations,
  ...repeatRefusalVariations,
  ...chatRequestVariations,
  ...chatReplyVariations,
  ...streamVariations,
  ...endpointVariations,
  ...modelVariations,
  ...idempotencyVariations,
  ...jobVariations,
  ...jobOutputVariations,
  ...scheduleVariations,
  ...deliveryVariations,
  ...registrationVariations,
  ...signingVariations,
  ...renderingVariations,
  ...repeatedVariations,
  ...rateVariations,
  ...authVariations,
];
