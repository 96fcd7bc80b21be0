import { type EndpointFailure, patch, type SeenRequest, type SentAnswer } from '@gateproof/simulator/behaviour';
import {
  answering,
  idempotencyKeyOf,
  isMedia,
  isObject,
  type JsonObject,
  refusing,
} from '../../changes/exchange-changes.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

const bodyOf = ({ body }: SeenRequest): JsonObject => (isObject(body) ? body : {});
const isZdr = (request: SeenRequest) => {
  const { svc } = bodyOf(request);
  return isObject(svc) && svc.zdr === true;
};

/** What retries, zdr jobs and keys of submissions go through. */
const parts: readonly Deviation[] = [
  breaking(
    'media.create.image:zdr',
    'answers zdr images with 200',
    answering((answer, request) =>
      request.route === 'image' && answer.status === 202 && isZdr(request) ? { ...answer, status: 200 } : answer,
    ),
  ),
  breaking(
    'media.create.transcription:zdr',
    'refuses zdr transcriptions',
    refusing((request) => request.route === 'transcription' && isZdr(request), 'invalid_request'),
  ),
  breaking(
    'media.create.runs:retry',
    'runs retries by the model of the job that they retry',
    patch('routing', ({ candidates }) => ({
      candidates(models, account, body) {
        const earlier = account.jobs.get(String(body.retry_of));
        const model = earlier === undefined ? undefined : account.models.get(earlier.requestedModel);
        return candidates(model === undefined ? models : [model], account, body);
      },
    })),
  ),
  breaking(
    'idempotency.scope.image-and-transcription:bytes',
    'answers the same bytes under the same key with the same job on either route',
    (behaviour) => {
      const first = new Map<string, SentAnswer>();
      const placeOf = (request: SeenRequest) =>
        JSON.stringify([request.account?.id, idempotencyKeyOf(request), Buffer.from(request.rawBody).toString()]);
      const isKeyed = (request: SeenRequest) => isMedia(request) && idempotencyKeyOf(request) !== undefined;
      const noting = answering((answer, request) => {
        if (isKeyed(request) && answer.status === 202 && !first.has(placeOf(request)))
          first.set(placeOf(request), answer);
        return answer;
      });
      return patch('exchanges', ({ instead }) => ({
        instead: (request) => instead(request) ?? (isKeyed(request) ? first.get(placeOf(request)) : undefined),
      }))(noting(behaviour));
    },
  ),
];

/** Bodies that are understood as others. */
const bodies: readonly Deviation[] = [
  breaking(
    'media.body.model.missing:list',
    'takes the first of models for a model that is missing',
    patch('bodies', ({ understood }) => ({
      understood(sent, modelOf) {
        const body = understood(sent, modelOf);
        return Array.isArray(body.models) ? { ...body, model: body.model ?? body.models[0] } : body;
      },
    })),
  ),
  breaking(
    'media.body.model.missing:retry',
    'takes the model of the retried job for one that is missing',
    patch('bodies', ({ understood }) => ({
      understood(sent, modelOf) {
        const body = understood(sent, modelOf);
        return { ...body, model: body.model ?? modelOf(String(body.retry_of)) };
      },
    })),
  ),
  ...(['models', 'provider', 'svc'] as const).map((field) =>
    breaking(
      `media.body.${field}.type:falsy`,
      `takes false and 0 for ${field} that were left out`,
      patch('bodies', ({ understood }) => ({
        understood(sent, modelOf) {
          const { [field]: value, ...rest } = understood(sent, modelOf);
          return value === false || value === 0 || value === undefined ? rest : { ...rest, [field]: value };
        },
      })),
    ),
  ),
  breaking(
    'media.refusal.names-wrong-field:missing',
    'does not name an input that is missing',
    answering((answer, request) => {
      const { prompt, audio_url: url } = bodyOf(request);
      const isMissing = request.route === 'image' ? prompt === undefined : url === undefined;
      return isMedia(request) &&
        answer.status === 400 &&
        isMissing &&
        isObject(answer.body) &&
        isObject(answer.body.error)
        ? { ...answer, body: { error: { ...answer.body.error, message: 'An input of the model is missing.' } } }
        : answer;
    }),
  ),
];

const isMalformed = ({ how }: EndpointFailure) => how === 'malformed';

/** What an endpoint's answer leads to that is no JSON. */
const malformed: readonly Deviation[] = [
  breaking(
    'media.failure.malformed',
    'fails with internal_error when the endpoint answers with what is no JSON',
    patch('routing', ({ classify }) => ({
      classify: (failure) => (isMalformed(failure) ? 'internal_error' : classify(failure)),
    })),
  ),
  breaking(
    'media.failure.malformed:unended',
    'never ends jobs whose endpoint answers with what is no JSON',
    patch('routing', ({ classify }) => ({
      classify(failure) {
        if (isMalformed(failure)) throw new SyntaxError('Unexpected token in JSON');
        return classify(failure);
      },
    })),
  ),
];

/** Submissions whose further parts, bodies or endpoints are handled wrong in one corner only. */
export const submissionPartCorners: readonly Deviation[] = [...parts, ...bodies, ...malformed];
