import { GatewayError, patch } from '@gateproof/simulator/behaviour';
import type { Variation } from '../variation.ts';
import { differing } from './differing.ts';

function refused(what: string): never {
  throw new GatewayError('invalid_request', what, { scope: 'request' });
}

/** Fields of a chat body, the inputs of media models, and `audio`, which is refused as a feature. */
const known = new Set(
  'model models messages stream max_tokens max_completion_tokens temperature tools response_format provider retry_of audio prompt size n audio_url language'.split(
    ' ',
  ),
);

/** How conversations and their models may be taken otherwise. */
export const chatVariations: readonly Variation[] = [
  differing(
    'chat.feature.ignored',
    'F063',
    'ignores features that it does not have',
    patch('admission', { unsupportedFeature: () => undefined }),
  ),
  differing(
    'chat.feature.invalid',
    'F063',
    'refuses features that it does not have as an invalid request',
    patch('errors', ({ translate }) => ({
      translate: (error) => (error.code === 'unsupported_capability' ? error.as('invalid_request') : translate(error)),
    })),
  ),
  differing(
    'chat.model.malformed-400',
    'F044',
    'refuses a malformed model id with invalid_request',
    patch('bodies', { malformedModel: 'invalid_request' }),
  ),
  differing(
    'chat.modality.400',
    'F071',
    'refuses a model of another modality with unsupported_capability',
    patch('admission', ({ unsupportedFeature }) => ({
      unsupportedFeature: (request) =>
        request.kind === 'chat' && request.modelIds[0]?.includes('embed') ? 'model' : unsupportedFeature(request),
    })),
  ),
  differing('chat.null.refused', 'F068', 'refuses null for optional fields', patch('bodies', { nullIsAbsent: false })),
  differing(
    'chat.unknown-key.refused',
    'F070',
    'refuses unknown keys',
    patch('bodies', ({ problem }) => ({
      problem(body, serviceField) {
        // Submissions carry the inputs of their models.
        const isChat = body.messages !== undefined;
        const unknown = Object.keys(body).find((key) => isChat && key !== serviceField && !known.has(key));
        return unknown === undefined ? problem(body, serviceField) : { field: unknown, wanted: 'is not known here' };
      },
    })),
  ),
  differing(
    'chat.empty-list.refused',
    'F124',
    'refuses an empty list of fallback models',
    patch('bodies', { emptyModelsAccepted: false }),
  ),
  differing(
    'chat.duplicates.refused',
    'F124',
    'refuses a list that names a model twice',
    patch('bodies', ({ problem }) => ({
      problem(body, serviceField) {
        const models = Array.isArray(body.models) ? body.models : [];
        const isTwice = new Set([body.model, ...models]).size <= models.length;
        return isTwice ? { field: 'models', wanted: 'must not name a model twice' } : problem(body, serviceField);
      },
    })),
  ),
  differing(
    'chat.forbidden-entry.skipped',
    'F125',
    'passes over fallback models outside the key’s set',
    patch('admission', { forbiddenFallback: 'skip' }),
  ),
  differing(
    'chat.unknown-first.refused',
    'F126',
    'refuses an unknown first model although fallback models are known',
    patch('admission', {
      unknownModel: ({ modelIds }, unknown) =>
        unknown.includes(modelIds[0] ?? '') ? 'no_endpoint_available' : undefined,
    }),
  ),
  differing(
    'chat.unknown-entry.refused',
    'F124',
    'refuses a list with an unknown model',
    patch('admission', { unknownModel: () => 'no_endpoint_available' }),
  ),
  differing(
    'chat.fallback.on-refusals',
    'F127',
    'falls back on refusals of the request too',
    patch('routing', { mayFailOver: ({ committed }) => !committed }),
  ),
  differing(
    'chat.metadata.always',
    'F122',
    'tells the notes with every reply',
    patch('completions', ({ metadata }) => ({
      wantsMetadata: (header) => header === 'enabled',
      metadata: (facts) => ({ ...metadata(facts), more: { notes: [] } }),
    })),
  ),
  differing(
    'chat.metadata.other-refused',
    'F121',
    'refuses other values of the metadata header',
    patch('completions', {
      wantsMetadata: (header) =>
        header === undefined || header === 'enabled'
          ? header === 'enabled'
          : refused('The metadata header: must be enabled.'),
    }),
  ),
  differing(
    'chat.model.absent',
    'F123',
    'does not name the model that answered',
    patch('completions', ({ completion }) => ({
      completion(served, identity) {
        const { model: _model, ...rest } = completion(served, identity);
        return rest;
      },
    })),
  ),
  differing(
    'chat.model.endpoint-name',
    'F123',
    'names the model as the endpoint does',
    patch('completions', ({ completion }) => ({
      completion(served, identity) {
        const made = completion(served, identity);
        return typeof served.model === 'string' ? { ...made, model: served.model } : made;
      },
    })),
    { 'chat.model.absent': 'one names no model' },
  ),
  differing(
    'chat.fields.fewer',
    'F129',
    'tells choices only',
    patch('completions', { completion: ({ choices }) => ({ choices }) }),
  ),
  differing(
    'chat.content-type.strict',
    'F067',
    'reads application/json only',
    patch('bodies', {
      contentTypeProblem: (type) => (type?.startsWith('application/json') ? undefined : 'must be application/json'),
    }),
  ),
  differing(
    'chat.scheme.exact',
    'F066',
    'takes the scheme in this letter case only',
    patch('authentication', ({ tokenOf }) => ({
      tokenOf: (header) => (header?.startsWith('Bearer ') ? tokenOf(header) : undefined),
    })),
  ),
  differing(
    'chat.empty.length',
    'F056',
    'serves any answer that has a finish_reason other than stop',
    patch('routing', ({ isEmpty }) => ({
      isEmpty: (output) =>
        isEmpty({ ...output, finishReason: output.finishReason === 'length' ? 'stop' : output.finishReason }),
    })),
  ),
];
