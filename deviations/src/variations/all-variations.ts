import { chatReplyVariations, chatRequestVariations } from '../freedoms/chat.ts';
import { endpointVariations } from '../freedoms/endpoints.ts';
import { jobVariations } from '../freedoms/job.ts';
import { jobOutputVariations } from '../freedoms/job-output.ts';
import { streamVariations } from '../freedoms/streams.ts';
import type { Variation } from '../variation.ts';
import { authVariations } from './auth.ts';
import { chatFormVariations } from './chat-forms.ts';
import { deliveryVariations } from './delivery.ts';
import { errorVariations } from './error.ts';
import { errorWordVariations } from './error-words.ts';
import { idempotencyVariations } from './idempotency.ts';
import { lenientVariations } from './lenient.ts';
import { modelVariations } from './model.ts';
import { refusalVariations } from './refusal.ts';
import { repeatedVariations } from './repeated.ts';
import { signingVariations } from './signing.ts';
import { strictnessVariations } from './strictness.ts';
import { tellingVariations } from './telling.ts';
import { tryingVariations } from './trying.ts';
import { webhookVariations } from './webhook.ts';

/** Every way in which the simulator can differ inside a freedom, by area. */
export const variations: readonly Variation[] = [
  ...chatRequestVariations,
  ...chatReplyVariations,
  ...streamVariations,
  ...endpointVariations,
  ...errorVariations,
  ...errorWordVariations,
  ...tryingVariations,
  ...modelVariations,
  ...idempotencyVariations,
  ...jobVariations,
  ...jobOutputVariations,
  ...webhookVariations,
  ...deliveryVariations,
  ...signingVariations,
  ...refusalVariations,
  ...tellingVariations,
  ...chatFormVariations,
  ...repeatedVariations,
  ...lenientVariations,
  ...strictnessVariations,
  ...authVariations,
];
