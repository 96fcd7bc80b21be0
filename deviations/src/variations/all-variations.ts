import type { Variation } from '../variation.ts';
import { authVariations } from './auth.ts';
import { chatVariations } from './chat.ts';
import { chatFormVariations } from './chat-forms.ts';
import { deliveryVariations } from './delivery.ts';
import { errorVariations } from './error.ts';
import { errorWordVariations } from './error-words.ts';
import { holdingVariations } from './holding.ts';
import { idempotencyVariations } from './idempotency.ts';
import { jobVariations } from './job.ts';
import { jobLifeVariations } from './job-life.ts';
import { jobOutputVariations } from './job-output.ts';
import { jobWorkVariations } from './job-work.ts';
import { lenientVariations } from './lenient.ts';
import { modelVariations } from './model.ts';
import { refusalVariations } from './refusal.ts';
import { repeatedVariations } from './repeated.ts';
import { signingVariations } from './signing.ts';
import { streamVariations } from './stream.ts';
import { streamFormVariations } from './stream-forms.ts';
import { streamMadeVariations } from './stream-made.ts';
import { strictnessVariations } from './strictness.ts';
import { tellingVariations } from './telling.ts';
import { tryingVariations } from './trying.ts';
import { webhookVariations } from './webhook.ts';

/** Every way in which the simulator can differ inside a freedom, by area. */
export const variations: readonly Variation[] = [
  ...errorVariations,
  ...errorWordVariations,
  ...tryingVariations,
  ...chatVariations,
  ...streamVariations,
  ...modelVariations,
  ...idempotencyVariations,
  ...jobVariations,
  ...jobOutputVariations,
  ...webhookVariations,
  ...deliveryVariations,
  ...signingVariations,
  ...refusalVariations,
  ...tellingVariations,
  ...streamFormVariations,
  ...streamMadeVariations,
  ...chatFormVariations,
  ...repeatedVariations,
  ...jobLifeVariations,
  ...holdingVariations,
  ...lenientVariations,
  ...jobWorkVariations,
  ...strictnessVariations,
  ...authVariations,
];
