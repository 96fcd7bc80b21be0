import { patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import {
  answering,
  besides,
  chargeAgain,
  idempotencyKeyOf,
  isMedia,
  isObject,
  type JsonObject,
  refusing,
} from '../../changes/exchange-changes.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

const bodyOf = ({ body }: SeenRequest): JsonObject => (isObject(body) ? body : {});
const typeOf = ({ headers }: SeenRequest) => String(headers['content-type'] ?? '');
const codeIn = (body: unknown): unknown => (isObject(body) && isObject(body.error) ? body.error.code : undefined);
const on = (route: SeenRequest['route']) => (request: SeenRequest) => request.route === route;

/** Accepts some submissions under another status. */
const accepting = (status: number, when: (request: SeenRequest) => boolean) =>
  answering((answer, request) =>
    isMedia(request) && answer.status === 202 && when(request) ? { ...answer, status } : answer,
  );

const created: readonly Deviation[] = [
  breaking(
    'media.create.image',
    'answers an image submission with a key with 201',
    accepting(201, (request) => on('image')(request) && idempotencyKeyOf(request) !== undefined),
    { how: 'key', entails: ['idempotency.'] },
  ),
  breaking(
    'media.create.transcription',
    'answers a transcription with a list with 200',
    accepting(200, (request) => on('transcription')(request) && bodyOf(request).models !== undefined),
    { how: 'list', entails: ['idempotency.', 'fallback.'] },
  ),
  breaking(
    'media.create.image',
    'answers an image submission that retries another with 200',
    accepting(200, (request) => on('image')(request) && typeof bodyOf(request).retry_of === 'string'),
    { how: 'retry', entails: ['job.'] },
  ),
  breaking(
    'media.create.always-job',
    'answers a second image submission of the same body with the images',
    (behaviour) => {
      const seen = new Set<string>();
      return answering((answer, request) => {
        if (!on('image')(request) || answer.status !== 202) return answer;
        const name = `${request.account?.id} ${Buffer.from(request.rawBody).toString()}`;
        if (!seen.has(name)) {
          seen.add(name);
          return answer;
        }
        return { ...answer, body: { created: 1, data: [{ url: 'https://cdn.example/1.png' }] } };
      })(behaviour);
    },
    { how: 'again', entails: ['media.', 'job.', 'idempotency.', 'webhook.'] },
  ),
  breaking(
    'media.create.own-id',
    'answers a submission of the same body with the first job',
    (behaviour) => {
      const first = new Map<string, unknown>();
      return answering((answer, request) => {
        if (!isMedia(request) || answer.status !== 202) return answer;
        const name = `${request.account?.id} ${request.route} ${Buffer.from(request.rawBody).toString()}`;
        if (!first.has(name)) first.set(name, answer.body);
        return { ...answer, body: first.get(name) };
      })(behaviour);
    },
    { how: 'same-body', entails: ['media.', 'job.', 'idempotency.', 'webhook.'] },
  ),
  breaking(
    'media.create.model-echoed',
    'tells the model of transcriptions without its author',
    answering((answer, request) =>
      on('transcription')(request) && isObject(answer.body) && typeof answer.body.model === 'string'
        ? { ...answer, body: { ...answer.body, model: answer.body.model.split('/')[1] } }
        : answer,
    ),
    { how: 'slug', entails: ['fallback.media', 'job.'] },
  ),
];

/** Refuses media submissions as if the gateway had failed. */
const failing = (when: (request: SeenRequest) => boolean) =>
  refusing((request) => isMedia(request) && when(request), 'internal_error');
const serviceOf = (request: SeenRequest) => bodyOf(request).svc;

const odd: readonly Deviation[] = [
  ...(['image', 'transcription'] as const).flatMap((route) => [
    breaking(
      'media.odd.content-type',
      `fails on ${route} jobs without a content type`,
      failing((request) => on(route)(request) && typeOf(request) === ''),
      { how: route },
    ),
    breaking(
      'media.model.malformed',
      `fails on an empty model id of ${route} jobs`,
      failing((request) => on(route)(request) && bodyOf(request).model === ''),
      { how: `${route}-empty` },
    ),
    breaking(
      'media.refusal.uncharged',
      `charges refused ${route} jobs`,
      answering((answer, request) => {
        if (on(route)(request) && answer.status === 400) chargeAgain(request);
        return answer;
      }),
      { how: route, entails: ['media.refusal', 'job.'] },
    ),
  ]),
  breaking(
    'media.odd.null',
    'fails on a service object that is null',
    failing((request) => serviceOf(request) === null),
    { how: 'svc' },
  ),
  breaking(
    'media.odd.unknown-key',
    'fails on an unknown key that is null',
    failing((request) =>
      Object.entries(bodyOf(request)).some(([name, value]) => name.startsWith('x_') && value === null),
    ),
    { how: 'null' },
  ),
  breaking(
    'media.odd.unknown-key',
    'fails on a key that is not ASCII',
    failing((request) => Object.keys(bodyOf(request)).some((name) => /[^ -~]/.test(name))),
    { how: 'unicode' },
  ),
  breaking(
    'media.body.model.type',
    'takes null for a model that nobody has',
    refusing((request) => isMedia(request) && bodyOf(request).model === null, 'no_endpoint_available'),
    { how: 'null', entails: ['media.body.model.missing'] },
  ),
  breaking(
    'media.body.models.item-type',
    'looks at the first item of models only',
    refusing((request) => {
      const { models } = bodyOf(request);
      const isMixed =
        Array.isArray(models) && typeof models[0] === 'string' && models.some((one) => typeof one !== 'string');
      return isMedia(request) && isMixed && models.length <= 5;
    }, 'no_endpoint_available'),
    { how: 'later' },
  ),
  breaking(
    'media.body.models.item-type',
    'fails on null in models',
    failing((request) => Array.isArray(bodyOf(request).models) && (bodyOf(request).models as unknown[]).includes(null)),
    { how: 'null' },
  ),
  breaking('media.refusal.names-wrong-field', 'does not name models when an item is wrong', unnamedItems(), {
    how: 'items',
  }),
  breaking(
    'media.body.malformed',
    'fails on JSON that breaks off',
    failing(({ body, rawBody }) => body === undefined && Buffer.from(rawBody).toString().startsWith('{"')),
    { how: 'broken-off' },
  ),
  breaking(
    'media.model.wrong-modality',
    'runs models of speech for transcriptions',
    patch('admission', ({ isServed }) => ({
      isServed: (kind, model) => isServed(kind, model) || (kind === 'transcription' && model.modality === 'audio_tts'),
    })),
    { how: 'speech' },
  ),
  breaking(
    'media.model.wrong-modality',
    'runs models of video for images',
    patch('admission', ({ isServed }) => ({
      isServed: (kind, model) => isServed(kind, model) || (kind === 'image' && model.modality === 'video'),
    })),
    { how: 'video' },
  ),
  breaking(
    'media.refusal.without-effect',
    'runs a transcription again that it refuses',
    (behaviour) => {
      const last = new Map<string, unknown>();
      return besides((request, answer) => {
        const id = String(request.headers.authorization);
        if (!on('transcription')(request)) return [];
        if (answer?.status === 202) last.set(id, request.body);
        const body = last.get(id);
        return answer?.status === 400 && body !== undefined
          ? [{ method: 'POST', path: request.path, headers: { authorization: id }, body }]
          : [];
      })(behaviour);
    },
    { how: 'transcription', entails: ['media.', 'job.', 'webhook.'] },
  ),
];

function unnamedItems() {
  return answering((answer, request) => {
    const { models } = bodyOf(request);
    const isMeant = isMedia(request) && codeIn(answer.body) === 'invalid_request' && Array.isArray(models);
    if (!isMeant || !isObject(answer.body) || !models.some((one) => typeof one !== 'string')) return answer;
    return { ...answer, body: { error: { ...(answer.body.error as JsonObject), message: 'An item is wrong.' } } };
  });
}

/** What reaches the endpoint of a job. */
const forwarded: readonly Deviation[] = [
  breaking(
    'media.forward.image-inputs',
    'cuts prompts at a thousand characters',
    patch('routing', ({ upstreamBody }) => ({
      upstreamBody(body, model, serviceField) {
        const sent = upstreamBody(body, model, serviceField);
        const { prompt } = sent;
        return body.messages === undefined && typeof prompt === 'string'
          ? { ...sent, prompt: prompt.slice(0, 1000) }
          : sent;
      },
    })),
    { how: 'long' },
  ),
];

/** Submissions that are taken, refused or run wrong in one corner only. */
export const submissionCorners: readonly Deviation[] = [...created, ...odd, ...forwarded];
