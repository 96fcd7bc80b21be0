import type { Variation } from '../behaviour/patch.ts';
import { chatVariations } from './chat.ts';
import { deliveryVariations } from './delivery.ts';
import { errorVariations } from './error.ts';
import { idempotencyVariations } from './idempotency.ts';
import { jobVariations } from './job.ts';
import { modelVariations } from './model.ts';
import { refusalVariations } from './refusal.ts';
import { signingVariations } from './signing.ts';
import { streamVariations } from './stream.ts';
import { tellingVariations } from './telling.ts';
import { webhookVariations } from './webhook.ts';

/** Every way in which the simulator can differ inside a freedom, by area. */
export const variations: readonly Variation[] = [
  ...errorVariations,
  ...chatVariations,
  ...streamVariations,
  ...modelVariations,
  ...idempotencyVariations,
  ...jobVariations,
  ...webhookVariations,
  ...deliveryVariations,
  ...signingVariations,
  ...refusalVariations,
  ...tellingVariations,
];
