import { patch, type RouteName, type SeenRequest } from '@gateproof/simulator/behaviour';
import {
  answering,
  besides,
  chargeAgain,
  isObject,
  type JsonObject,
  onceMore,
  refusing,
  retelling,
} from '../changes/exchange-changes.ts';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';

const onMedia = ({ route }: SeenRequest) => route === 'image' || route === 'transcription';
const bodyOf = ({ body }: SeenRequest): JsonObject => (isObject(body) ? body : {});
const contentTypeOf = ({ headers }: SeenRequest) => String(headers['content-type'] ?? '');
const isEmpty = (value: unknown) => isObject(value) && Object.keys(value).length === 0;

/** Fields of a submission that are no inputs, and the inputs that every model takes. */
const plain = new Set(['model', 'models', 'retry_of', 'provider', 'prompt', 'audio_url']);
const isService = (name: string, value: unknown) => !plain.has(name) && isObject(value);

/** Refuses submissions under a code that the contract does not give them. */
const refusingMedia = (when: (request: SeenRequest) => boolean, code: string, message?: string) =>
  refusing((request) => onMedia(request) && when(request), code, message);

const created: readonly Deviation[] = [
  breaking(
    'media.create.transcription',
    'answers transcriptions with 200',
    answering((answer, { route }) =>
      route === 'transcription' && answer.status === 202 ? { ...answer, status: 200 } : answer,
    ),
  ),
  breaking('media.create.always-job', 'answers with the images themselves when they come quickly', (behaviour) =>
    answering((answer, request) =>
      request.route === 'image' && isObject(answer.body) && answer.body.state === 'succeeded'
        ? { ...answer, status: 200, body: { created: 1, data: [{ url: 'https://cdn.example/1.png' }] } }
        : answer,
    )(patch('jobs', { submissionWaitMs: 300 })(behaviour)),
  ),
  breaking(
    'media.create.content-type',
    'answers submissions as text/plain',
    answering((answer, request) => (onMedia(request) ? { ...answer, contentType: 'text/plain' } : answer)),
  ),
  breaking('media.create.stored', 'does not know a job at its first forty reads', (behaviour) => {
    const reads = new Map<string, number>();
    return refusing(({ route, path }) => {
      const count = (reads.get(path) ?? 0) + 1;
      reads.set(path, count);
      return route === 'job-get' && path.includes('job_') && count <= 40;
    }, 'job_not_found')(behaviour);
  }),
  breaking(
    'media.create.runs',
    'never asks an endpoint for submissions',
    patch('routing', ({ candidates }) => ({
      candidates: (models, account, body) => (body.messages === undefined ? [] : candidates(models, account, body)),
    })),
  ),
];

const accepted: readonly Deviation[] = [
  breaking(
    'media.accepted.charset',
    'refuses a charset',
    refusingMedia((request) => contentTypeOf(request).includes('charset'), 'invalid_request'),
  ),
  breaking(
    'media.accepted.provider',
    'refuses an empty provider object',
    refusingMedia((request) => isEmpty(bodyOf(request).provider), 'invalid_request'),
  ),
  breaking(
    'media.accepted.svc',
    'refuses an empty service object',
    refusingMedia(
      (request) => Object.entries(bodyOf(request)).some(([name, value]) => isService(name, value) && isEmpty(value)),
      'invalid_request',
    ),
  ),
  breaking('media.accepted.inputs', 'refuses inputs that a model was given before', (behaviour) => {
    const given = new Set<string>();
    return refusingMedia((request) => {
      if (request.headers['idempotency-key'] !== undefined) return false;
      const { model, prompt, audio_url: audio } = bodyOf(request);
      const id = JSON.stringify([model, prompt, audio]);
      const again = given.has(id);
      given.add(id);
      return again;
    }, 'invalid_request')(behaviour);
  }),
];

/** `media.body.<rest>` refused under another code. */
const wrongBodies: readonly (readonly [rest: string, when: (request: SeenRequest) => boolean])[] = [
  ['empty', ({ rawBody }) => rawBody.length === 0],
  ['malformed', ({ rawBody, body }) => rawBody.length > 0 && body === undefined],
  ['not-object', ({ body }) => body !== undefined && !isObject(body)],
  ['model.missing', ({ body }) => isObject(body) && !Object.hasOwn(body, 'model')],
  ['model.type', ({ body }) => isObject(body) && Object.hasOwn(body, 'model') && typeof body.model !== 'string'],
  [
    'svc.type',
    ({ body }) =>
      isObject(body) &&
      Object.entries(body).some(([name, value]) => name.length === 3 && value !== null && !isObject(value)),
  ],
];

const refused: readonly Deviation[] = [
  ...wrongBodies.map(([rest, when]) =>
    breaking(`media.body.${rest}`, `refuses it as unsupported: ${rest}`, refusingMedia(when, 'unsupported_capability')),
  ),
  breaking(
    'media.body.upload',
    'fails on uploads',
    refusing(
      (request) => request.route === 'transcription' && contentTypeOf(request).startsWith('multipart/'),
      'internal_error',
    ),
  ),
  breaking(
    'media.body.audio-scheme',
    'takes audio from any URL',
    patch('jobs', ({ inputProblem }) => ({
      inputProblem: (kind, body) =>
        kind === 'transcription' && typeof body.audio_url === 'string' ? undefined : inputProblem(kind, body),
    })),
  ),
  breaking(
    'media.refusal.names-missing-field',
    'does not name the missing model',
    refusingMedia(
      ({ body }) => isObject(body) && !Object.hasOwn(body, 'model'),
      'invalid_request',
      'Something that is required is not there.',
    ),
  ),
  breaking('media.refusal.without-effect', 'runs the last valid submission again when it refuses one', (behaviour) => {
    const last = new Map<unknown, SeenRequest>();
    return besides((request, answer) => {
      const status = answer?.status ?? 0;
      if (onMedia(request) && status < 300) last.set(request.account, request);
      const before = last.get(request.account);
      return onMedia(request) && status === 400 && before !== undefined ? [onceMore(before)] : [];
    })(behaviour);
  }),
  breaking(
    'media.refusal.uncharged',
    'charges refused submissions',
    answering((answer, request) => {
      if (onMedia(request) && answer.status >= 400) chargeAgain(request);
      return answer;
    }),
  ),
];

const failing = 'internal_error';
const odd: readonly Deviation[] = [
  breaking(
    'media.odd.unknown-key',
    'fails on unknown keys',
    refusingMedia((request) => Object.keys(bodyOf(request)).some((name) => name.startsWith('x_')), failing),
  ),
  breaking(
    'media.odd.provider-key',
    'fails on unknown keys of provider',
    refusingMedia(
      (request) => Object.keys(bodyOf(request).provider ?? {}).some((name) => name.startsWith('x_')),
      failing,
    ),
  ),
  breaking(
    'media.odd.svc-key',
    'fails on unknown keys of the service object',
    refusingMedia(
      (request) =>
        Object.entries(bodyOf(request)).some(
          ([name, value]) => name.length === 3 && Object.keys(value ?? {}).some((key) => key.startsWith('x_')),
        ),
      failing,
    ),
  ),
  breaking(
    'media.odd.null',
    'fails on null',
    refusingMedia((request) => Object.values(bodyOf(request)).some((value) => value === null), failing),
  ),
  breaking(
    'media.odd.content-type',
    'fails on other content types',
    refusingMedia((request) => !contentTypeOf(request).includes('json'), failing),
  ),
];

function unknownAs(route: RouteName) {
  return retelling((answer, request) => answer.status === 404 && request.route === route, 400, 'invalid_request');
}

const models: readonly Deviation[] = [
  breaking('media.model.unknown-image', 'tells an unknown image model as an invalid request', unknownAs('image')),
  breaking(
    'media.model.unknown-transcription',
    'tells an unknown transcription model as an invalid request',
    unknownAs('transcription'),
  ),
  breaking(
    'media.model.malformed',
    'fails on ids without a slash',
    refusingMedia(({ body }) => isObject(body) && typeof body.model === 'string' && !body.model.includes('/'), failing),
  ),
  breaking(
    'media.model.wrong-modality',
    'runs models of any modality for submissions',
    patch('admission', ({ isServed }) => ({ isServed: (kind, model) => kind !== 'chat' || isServed(kind, model) })),
  ),
  breaking(
    'media.model.excluding-filter',
    'ignores the filters of submissions',
    patch('admission', ({ excludingFilters }) => ({
      excludingFilters: (request) => (request.kind === 'chat' ? excludingFilters(request) : []),
    })),
  ),
];

/** What a gateway gets wrong in details of submissions. */
export const submissionDetailDeviations: readonly Deviation[] = [
  ...created,
  ...accepted,
  ...refused,
  ...odd,
  ...models,
];
