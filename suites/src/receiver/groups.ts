// biome-ignore-all assist/source/organizeImports: written by `npm run registries` from the listing of this folder
export { default as bytes } from './bytes.ts';
export { default as duplicateDistinctEvents } from './duplicate.distinct-events.ts';
export { default as duplicateLater } from './duplicate.later.ts';
export { default as duplicateSimultaneous } from './duplicate.simultaneous.ts';
export { default as duplicate } from './duplicate.ts';
export { default as duplicateTurnedAway } from './duplicate.turned-away.ts';
export { default as event } from './event.ts';
export { default as eventUnusualValues } from './event.unusual-values.ts';
export { default as forged } from './forged.ts';
export { default as genuineErrorCodes } from './genuine.error-codes.ts';
export { default as genuine } from './genuine.ts';
export { default as rotation } from './rotation.ts';
export { default as time } from './time.ts';
export { default as toleranceFieldValues } from './tolerance.field-values.ts';
export { default as tolerance } from './tolerance.ts';
export { default as twoForms } from './two-forms.ts';
