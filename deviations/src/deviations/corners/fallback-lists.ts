import { type Behaviour, patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import { isMedia, isObject, isStream, type JsonObject, refusing } from '../../changes/exchange-changes.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

const listOf = ({ body }: SeenRequest): readonly unknown[] =>
  isObject(body) && Array.isArray(body.models) ? body.models : [];
const at = (route: SeenRequest['route']) => (request: SeenRequest) => request.route === route;

/** Keeps the limit of five where `keeps` holds, and takes longer lists elsewhere. */
function limited(keeps: (request: SeenRequest) => boolean): (behaviour: Behaviour) => Behaviour {
  const refuse = refusing(
    (request) => listOf(request).length > 5 && keeps(request),
    'invalid_request',
    'models: must hold at most 5 items.',
  );
  return (behaviour) => refuse(patch('bodies', { tooManyModels: 'accept' })(behaviour));
}

/** Takes four at most where `when` holds. */
const takingFour = (when: (request: SeenRequest) => boolean) =>
  refusing((request) => listOf(request).length > 4 && when(request), 'invalid_request', 'models: at most 4 items.');

/** Lists that are too long, or taken to be, on some requests only. */
const lengths: readonly Deviation[] = [
  ...(['image', 'transcription'] as const).flatMap((route) => [
    breaking(
      `fallback.limit.refused-media:${route}`,
      `takes any list for ${route} jobs`,
      limited((request) => !at(route)(request)),
    ),
    breaking(
      `fallback.limit.accepted-media:${route}`,
      `takes four fallback models for ${route} jobs`,
      takingFour(at(route)),
    ),
  ]),
  breaking(
    'fallback.limit.refused-chat:streams',
    'takes any list for streams',
    limited((request) => !isStream(request)),
  ),
  breaking('fallback.limit.accepted-chat:streams', 'takes four fallback models for streams', takingFour(isStream)),
  breaking(
    'fallback.limit.accepted-chat:with-requested',
    'counts the requested model with the list',
    refusing(
      (request) => request.route === 'chat' && listOf(request).length + 1 > 5,
      'invalid_request',
      'models: at most 5.',
    ),
  ),
  breaking(
    'fallback.limit.names-models:streams',
    'does not name models when the list of a stream is too long',
    refusing(
      (request) => listOf(request).length > 5 && isStream(request),
      'invalid_request',
      'The request is too long.',
    ),
  ),
];

/** Lists with something odd in them. */
const entries: readonly Deviation[] = [
  breaking(
    'fallback.list.empty:media',
    'refuses an empty list of submissions as one that nobody can serve',
    refusing((request) => {
      const { body } = request;
      return isMedia(request) && isObject(body) && Array.isArray(body.models) && body.models.length === 0;
    }, 'no_endpoint_available'),
  ),
  breaking(
    'fallback.list.empty:streams',
    'fails itself at an empty list of streams',
    refusing(
      (request) =>
        isStream(request) && isObject(request.body) && Array.isArray(request.body.models) && !listOf(request).length,
      'internal_error',
    ),
  ),
  breaking(
    'fallback.list.unknown-entry:media',
    'refuses submissions whose list has an unknown entry with model_not_found',
    patch('admission', ({ unknownModel }) => ({
      unknownModel: (request, unknown) =>
        request.kind !== 'chat' && unknown.length > 0 && !unknown.includes(request.modelIds[0] ?? '')
          ? 'model_not_found'
          : unknownModel(request, unknown),
    })),
  ),
  breaking(
    'fallback.list.unknown-first:media',
    'refuses an unknown first model of submissions with model_not_found',
    patch('admission', ({ unknownModel }) => ({
      unknownModel: (request, unknown) =>
        request.kind !== 'chat' &&
        request.modelIds.length > unknown.length &&
        unknown.includes(request.modelIds[0] ?? '')
          ? 'model_not_found'
          : unknownModel(request, unknown),
    })),
  ),
  ...(['image', 'transcription'] as const).map((route) =>
    breaking(
      `fallback.list.forbidden-entry:${route}`,
      `looks at the key's model set for the first model of ${route} jobs only`,
      patch('admission', ({ isModelAllowed }) => ({
        isModelAllowed: (id, allowed, caller, place) =>
          (place > 0 && caller.route === route) || isModelAllowed(id, allowed, caller, place),
      })),
    ),
  ),
  breaking(
    'fallback.list.forbidden-entry:later',
    "looks at the key's model set for the first fallback model only",
    patch('admission', ({ isModelAllowed }) => ({
      isModelAllowed: (id, allowed, caller, place) => place > 1 || isModelAllowed(id, allowed, caller, place),
    })),
  ),
];

/** Passes over the list of requests that say something else besides. */
const forgotten: readonly Deviation[] = (
  [
    ['provider', 'a provider object', ({ provider }) => provider !== undefined],
    ['response-format', 'a response format', ({ response_format: format }) => format !== undefined],
    ['streamed-tools', 'tools of a stream', ({ tools, stream }) => tools !== undefined && stream === true],
    ['long', 'many messages', ({ messages }) => Array.isArray(messages) && messages.length > 8],
  ] as const satisfies readonly (readonly [string, string, (body: JsonObject) => boolean])[]
).map(([how, what, applies]) =>
  breaking(
    `fallback.cause.server-error:${how}`,
    `asks no fallback model beside ${what}`,
    patch('routing', ({ candidates }) => ({
      candidates(models, account, body) {
        const present = candidates(models, account, body);
        return applies(body) ? present.filter(({ model }) => model.id === present[0]?.model.id) : present;
      },
    })),
  ),
);

/** Fallback lists that are read wrong in one corner only. */
export const fallbackListCorners: readonly Deviation[] = [...lengths, ...entries, ...forgotten];
