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
    'media.create.image:key',
    'answers an image submission with a key with 201',
    accepting(201, (request) => on('image')(request) && idempotencyKeyOf(request) !== undefined),
  ),
  breaking(
    'media.create.transcription:list',
    'answers a transcription with a list with 200',
    accepting(200, (request) => on('transcription')(request) && bodyOf(request).models !== undefined),
  ),
  breaking(
    'media.create.image:retry',
    'answers an image submission that retries another with 200',
    accepting(200, (request) => on('image')(request) && typeof bodyOf(request).retry_of === 'string'),
  ),
  breaking(
    'media.create.always-job:again',
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
  ),
  breaking('media.create.own-id:same-body', 'answers a submission of the same body with the first job', (behaviour) => {
    const first = new Map<string, unknown>();
    return answering((answer, request) => {
      if (!isMedia(request) || answer.status !== 202) return answer;
      const name = `${request.account?.id} ${request.route} ${Buffer.from(request.rawBody).toString()}`;
      if (!first.has(name)) first.set(name, answer.body);
      return { ...answer, body: first.get(name) };
    })(behaviour);
  }),
  breaking(
    'media.create.model-echoed:slug',
    'tells the model of transcriptions without its author',
    answering((answer, request) =>
      on('transcription')(request) && isObject(answer.body) && typeof answer.body.model === 'string'
        ? { ...answer, body: { ...answer.body, model: answer.body.model.split('/')[1] } }
        : answer,
    ),
  ),
];

/** Refuses media submissions as if the gateway had failed. */
const failing = (when: (request: SeenRequest) => boolean) =>
  refusing((request) => isMedia(request) && when(request), 'internal_error');
const serviceOf = (request: SeenRequest) => bodyOf(request).svc;

const odd: readonly Deviation[] = [
  ...(['image', 'transcription'] as const).flatMap((route) => [
    breaking(
      `media.odd.content-type:${route}`,
      `fails on ${route} jobs without a content type`,
      failing((request) => on(route)(request) && typeOf(request) === ''),
    ),
    breaking(
      `media.model.malformed:${route}-empty`,
      `fails on an empty model id of ${route} jobs`,
      failing((request) => on(route)(request) && bodyOf(request).model === ''),
    ),
    breaking(
      `media.refusal.uncharged:${route}`,
      `charges refused ${route} jobs`,
      answering((answer, request) => {
        if (on(route)(request) && answer.status === 400) chargeAgain(request);
        return answer;
      }),
    ),
  ]),
  breaking(
    'media.odd.null:svc',
    'fails on a service object that is null',
    failing((request) => serviceOf(request) === null),
  ),
  breaking(
    'media.odd.unknown-key:null',
    'fails on an unknown key that is null',
    failing((request) =>
      Object.entries(bodyOf(request)).some(([name, value]) => name.startsWith('x_') && value === null),
    ),
  ),
  breaking(
    'media.odd.unknown-key:unicode',
    'fails on a key that is not ASCII',
    failing((request) => Object.keys(bodyOf(request)).some((name) => /[^ -~]/.test(name))),
  ),
  breaking(
    'media.body.model.type:null',
    'takes null for a model that nobody has',
    refusing((request) => isMedia(request) && bodyOf(request).model === null, 'no_endpoint_available'),
  ),
  breaking(
    'media.body.models.item-type:later',
    'looks at the first item of models only',
    refusing((request) => {
      const { models } = bodyOf(request);
      const isMixed =
        Array.isArray(models) && typeof models[0] === 'string' && models.some((one) => typeof one !== 'string');
      return isMedia(request) && isMixed && models.length <= 5;
    }, 'no_endpoint_available'),
  ),
  breaking(
    'media.body.models.item-type:null',
    'fails on null in models',
    failing((request) => Array.isArray(bodyOf(request).models) && (bodyOf(request).models as unknown[]).includes(null)),
  ),
  breaking('media.refusal.names-wrong-field:items', 'does not name models when an item is wrong', unnamedItems()),
  breaking(
    'media.body.malformed:broken-off',
    'fails on JSON that breaks off',
    failing(({ body, rawBody }) => body === undefined && Buffer.from(rawBody).toString().startsWith('{"')),
  ),
  breaking(
    'media.model.wrong-modality:speech',
    'runs models of speech for transcriptions',
    patch('admission', ({ isServed }) => ({
      isServed: (kind, model) => isServed(kind, model) || (kind === 'transcription' && model.modality === 'audio_tts'),
    })),
  ),
  breaking(
    'media.model.wrong-modality:video',
    'runs models of video for images',
    patch('admission', ({ isServed }) => ({
      isServed: (kind, model) => isServed(kind, model) || (kind === 'image' && model.modality === 'video'),
    })),
  ),
  breaking('media.refusal.without-effect:transcription', 'runs a transcription again that it refuses', (behaviour) => {
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
  }),
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
    'media.forward.image-inputs:long',
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
  ),
];

/** Submissions that are taken, refused or run wrong in one corner only. */
export const submissionCorners: readonly Deviation[] = [...created, ...odd, ...forwarded];
