// biome-ignore-all assist/source/organizeImports: written by `npm run registries` from the listing of this folder
export { chatReplyVariations, chatRequestVariations } from './chat.ts';
export { codingVariations } from './codings.ts';
export { errorVariations, rateVariations } from './errors.ts';
export { jobOutputVariations, jobVariations } from './job.ts';
export { authVariations, refusalVariations } from './refusals.ts';
export { modelVariations, renderingVariations } from './renderings.ts';
export { idempotencyVariations, repeatRefusalVariations, repeatedVariations } from './repeats.ts';
export { endpointVariations, streamVariations } from './streams.ts';
export { deliveryVariations, registrationVariations, scheduleVariations, signingVariations } from './webhooks.ts';
