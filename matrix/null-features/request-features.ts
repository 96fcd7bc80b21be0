import { patch } from '@gateproof/simulator';
import { type NullFeature, together } from './null-feature.ts';

const withoutFallbackModels = together(
  patch('bodies', ({ fieldTypes: { models: _, ...fieldTypes } }) => ({
    fieldTypes,
    maxFallbackModels: Number.POSITIVE_INFINITY,
  })),
  patch('admission', ({ isModelAllowed }) => ({
    isModelAllowed: (id, allowed, caller, place) => place > 0 || isModelAllowed(id, allowed, caller, place),
  })),
  patch('routing', ({ candidates }) => ({
    candidates(models, account, body) {
      const requested = models.filter(({ id }) => id === body.model);
      return candidates(requested, account, body);
    },
  })),
);

const withOneEndpoint = patch('routing', ({ candidates }) => ({
  candidates: (models, account, body) => models.flatMap((model) => candidates([model], account, body).slice(0, 1)),
}));

/** Features that a request asks for in its headers or its body. */
export const requestFeatures: readonly NullFeature[] = [
  {
    id: 'idempotency',
    without: 'no Idempotency-Key is read',
    takeOut: patch('idempotency', { keyOf: () => undefined }),
    rules: ['idempotency.', 'webhook.event.none-for-replay', 'error.code.idempotency-conflict.'],
    hold: { 'idempotency.key.left-out': 'a request without a key is served there as well' },
  },
  {
    id: 'fallback-models',
    without: 'models is not read',
    takeOut: withoutFallbackModels,
    rules: [
      'fallback.limit.',
      'fallback.list.',
      'fallback.order.',
      'fallback.cause.',
      'fallback.answer.',
      'fallback.exhausted.',
      'fallback.media.',
      'chat.body.models.',
      'media.body.models.',
      'stream.failover.fallback-model',
    ],
    hold: {
      'fallback.list.empty': 'a list without entries may be taken as absent',
      'fallback.list.all-unknown': 'the requested model is unknown by itself',
    },
  },
  {
    id: 'fallback-endpoints',
    without: 'one endpoint of a model is asked at most',
    takeOut: withOneEndpoint,
    rules: ['fallback.endpoint.', 'stream.failover.used', 'stream.failover.whole-answer'],
  },
  {
    id: 'fail-over',
    without: 'a request is served by the first endpoint of its model or not at all',
    takeOut: together(withoutFallbackModels, withOneEndpoint),
    rules: ['fallback.', 'stream.failover.', 'chat.body.models.', 'media.body.models.'],
    hold: {
      'fallback.list.empty': 'a list without entries may be taken as absent',
      'fallback.list.all-unknown': 'the requested model is unknown by itself',
      'stream.failover.after-role-chunk': 'an error ends such a stream as well',
    },
  },
  {
    id: 'metadata',
    without: 'x-svc-metadata is not read',
    takeOut: patch('completions', { wantsMetadata: () => false }),
    rules: ['chat.metadata.'],
  },
  {
    id: 'provider',
    without: 'provider is not read',
    takeOut: together(
      patch('bodies', ({ fieldTypes: { provider: _, ...fieldTypes } }) => ({ fieldTypes })),
      patch('admission', { excludingFilters: () => [] }),
    ),
    rules: [
      'chat.provider.',
      'media.model.excluding-filter',
      'error.message.excluding-filter',
      'chat.body.provider.',
      'media.body.provider.',
    ],
  },
  {
    id: 'streaming',
    without: 'every conversation is answered with one JSON body',
    takeOut: together(
      patch('streaming', { isWanted: () => false }),
      patch('bodies', ({ fieldTypes: { stream: _, ...fieldTypes } }) => ({ fieldTypes })),
      patch('routing', ({ upstreamBody }) => ({
        upstreamBody({ stream: _, ...body }, model, serviceField) {
          return upstreamBody(body, model, serviceField);
        },
      })),
    ),
    rules: ['stream.', 'chat.body.stream.', 'idempotency.chat.stream-', 'error.code.client-disconnected.recorded'],
    hold: {
      'stream.answered.json-when-false': 'it speaks of requests without a stream',
      'stream.early.refused-body': 'the request is refused before anything could stream',
      'stream.early.unknown-model': 'the request is refused before anything could stream',
      'stream.early.missing-key': 'the request is refused before anything could stream',
    },
  },
  {
    id: 'types',
    without: 'no field is checked for its type',
    takeOut: patch('bodies', { fieldTypes: {}, serviceType: undefined }),
    rules: ['chat.body.*type', 'media.body.*type', 'chat.refusal.names-wrong-field', 'media.refusal.names-wrong-field'],
  },
  {
    id: 'retry-of',
    without: 'retry_of is not read',
    takeOut: patch('bodies', ({ fieldTypes: { retry_of: _, ...fieldTypes } }) => ({
      fieldTypes,
      understood: ({ retry_of: _retryOf, ...body }) => body,
    })),
    // Bodies that differ in retry_of alone are equal to who does not read it.
    rules: [
      ...['job.retry-of.', 'media.body.retry-of.', 'job.field.retry-of.', 'job.identity.retry-of'],
      ...['idempotency.body.different-image', 'idempotency.body.different-transcription'],
    ],
    hold: { 'job.retry-of.absent': 'it speaks of submissions without retry_of' },
  },
  {
    id: 'unsupported-features',
    without: 'a field that the API does not offer is passed over',
    takeOut: patch('admission', { unsupportedFeature: () => undefined }),
    rules: ['chat.feature.', 'error.code.unsupported-capability.'],
  },
  {
    id: 'context-window',
    without: 'no conversation is too long',
    takeOut: patch('admission', { isTooLong: () => false }),
    rules: ['chat.context.too-long', 'chat.context.within', 'limit.context.'],
  },
];
