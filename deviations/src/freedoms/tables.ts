// biome-ignore-all assist/source/organizeImports: written by `npm run registries` from the listing of this folder
export { authVariations } from './auth.ts';
export { chatReplyVariations, chatRequestVariations } from './chat.ts';
export { deliveryVariations } from './delivery.ts';
export { endpointVariations } from './endpoints.ts';
export { errorVariations } from './errors.ts';
export { idempotencyVariations } from './idempotency-keys.ts';
export { jobOutputVariations } from './job-output.ts';
export { jobVariations } from './job.ts';
export { modelVariations } from './model.ts';
export { rateVariations } from './rates.ts';
export { refusalVariations } from './refusals.ts';
export { registrationVariations } from './registration.ts';
export { renderingVariations } from './renderings.ts';
export { repeatRefusalVariations } from './repeat-refusals.ts';
export { repeatedVariations } from './repeats.ts';
export { scheduleVariations } from './schedule.ts';
export { signingVariations } from './signing.ts';
export { streamVariations } from './streams.ts';
