import type { RouteName } from '../exchange/route-of.ts';

/** The rule that says of each route that a valid request is served: what a control relies on. */
export const servedRules: Readonly<Record<RouteName | 'stream', string>> = {
  chat: 'chat.response.json',
  stream: 'stream.answered.as-events',
  image: 'media.create.image',
  transcription: 'media.create.transcription',
  job: 'job.read.found',
  cancel: 'job.cancel.accepted',
  models: 'model.list.answered',
  model: 'model.get.listed',
};

/** The rule that says of every HTTP error that it has the envelope. */
export const envelopeRule = 'error.envelope.object';
/** The rule that says of every error that it has a code. */
export const codeRule = 'error.envelope.code-present';
