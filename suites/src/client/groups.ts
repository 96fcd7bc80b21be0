// biome-ignore-all assist/source/organizeImports: written by `npm run registries` from the listing of this folder
export { default as answerOptionalFields } from './answer.optional-fields.ts';
export { default as answer } from './answer.ts';
export { default as answerUnknownFields } from './answer.unknown-fields.ts';
export { default as error } from './error.ts';
export { default as idempotency } from './idempotency.ts';
export { default as jobCancel } from './job.cancel.ts';
export { default as job } from './job.ts';
export { default as model } from './model.ts';
export { default as requestInputsUnchanged } from './request.inputs-unchanged.ts';
export { default as requestModelUnchanged } from './request.model-unchanged.ts';
export { default as request } from './request.ts';
export { default as retryBackoff } from './retry.backoff.ts';
export { default as retry } from './retry.ts';
export { default as streamEarlierStream } from './stream.earlier-stream.ts';
export { default as streamError } from './stream.error.ts';
export { default as stream } from './stream.ts';
export { default as webhook } from './webhook.ts';
