import type { FastifyInstance, FastifyRequest } from 'fastify';
import { admitRun } from '../domain/admission/admit-run.ts';
import { isObject } from '../domain/chat/completion-output.ts';
import { modelIdsOf, parseObject, validateBody } from '../domain/chat/parse-body.ts';
import { GatewayError } from '../domain/errors/gateway-error.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { identifyCaller } from './identify-caller.ts';

const known = ['model', 'models', 'retry_of', 'provider'];

/**
 * The routes of media jobs. This simulator has no model of a media modality, so a submission finds no endpoint and an account has no
 * jobs; everything before that is decided as for chat.
 */
export function jobsRoute(app: FastifyInstance, options: GatewayOptions): void {
  const { paths } = options.behaviour.routes;
  app.post(paths.image, async (request) => refuseSubmission(options, request, 'image'));
  app.post(paths.transcription, async (request) => refuseSubmission(options, request, 'transcription'));
  app.get<{ Params: { id: string } }>(paths['job-get'], async (request) => {
    identifyCaller(options, request, 'job-get');
    throw unknownJob(request.params.id);
  });
  app.post<{ Params: { id: string } }>(paths['job-cancel'], async (request) => {
    identifyCaller(options, request, 'job-cancel');
    throw unknownJob(request.params.id);
  });
}

function unknownJob(id: string): GatewayError {
  return new GatewayError('job_not_found', `The account has no job ${id}.`, { scope: 'request' });
}

function refuseSubmission(options: GatewayOptions, request: FastifyRequest, kind: 'image' | 'transcription'): never {
  const { behaviour, names } = options;
  const caller = identifyCaller(options, request, kind);
  const body = parseObject(behaviour.bodies, request.body as Uint8Array);
  const serviceField = names.requestField;
  validateBody(behaviour.bodies, body, { required: ['model'], known: [...known, serviceField], serviceField });
  const service = body[serviceField];
  const modelIds = modelIdsOf(behaviour.bodies, body);
  admitRun(behaviour.admission, caller, {
    kind,
    modelIds,
    body,
    provider: isObject(body.provider) ? body.provider : {},
    service: isObject(service) ? service : {},
  });
  throw new GatewayError('no_endpoint_available', `No endpoint can serve ${modelIds.join(', ')}.`, { scope: 'model' });
}
