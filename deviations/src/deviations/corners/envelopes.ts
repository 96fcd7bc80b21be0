import type { SeenRequest, SentAnswer } from '@gateproof/simulator/behaviour';
import {
  answering,
  answeringBody,
  isMedia,
  isObject,
  isStream,
  type JsonObject,
} from '../../changes/exchange-changes.ts';
import { without } from '../../changes/reshape.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

type Told = (error: JsonObject, request: SeenRequest, status: number) => boolean;

const isJobRoute: Told = (_error, { route }) => route === 'job-get' || route === 'job-cancel';
const isValidation: Told = ({ code }) => code === 'invalid_request';
const has =
  (...codes: readonly string[]): Told =>
  ({ code }) =>
    codes.includes(String(code));

/** Changes the `error` object of some HTTP errors. */
function told(when: Told, change: (error: JsonObject) => JsonObject): ReturnType<typeof answering> {
  return answeringBody((body, request, status) =>
    isObject(body.error) && when(body.error, request, status) ? { ...body, error: change(body.error) } : body,
  );
}

/** Answers some errors with another body altogether, as a framework or a proxy would. */
function bodied(when: Told, make: (error: JsonObject, status: number) => unknown, contentType = 'application/json') {
  return answering((answer: SentAnswer, request) => {
    const error = isObject(answer.body) ? answer.body.error : undefined;
    return isObject(error) && when(error, request, answer.status)
      ? { ...answer, body: make(error, answer.status), contentType }
      : answer;
  });
}

/** Envelopes that come whole from somewhere else: the framework, the proxy, the validator. */
const wholes: readonly Deviation[] = [
  breaking(
    'error.envelope.object:malformed-json',
    "answers malformed JSON with the framework's own body",
    bodied(
      (error, request) => isValidation(error, request, 400) && request.body === undefined && request.method === 'POST',
      (_error, statusCode) => ({ statusCode, error: 'Bad Request', message: 'Unexpected token in JSON' }),
    ),
  ),
  breaking(
    'error.envelope.object:too-large',
    "answers a body that is too large with the proxy's page",
    bodied(has('payload_too_large'), () => '<html><h1>413 Request Entity Too Large</h1></html>', 'text/html'),
  ),
  breaking(
    'error.envelope.object:jobs',
    'answers unknown jobs with a detail alone',
    bodied(has('job_not_found'), () => ({ detail: 'Not Found' })),
  ),
  breaking(
    'error.envelope.only-error:server-errors',
    "tells the request id beside the error when an endpoint's failure is told",
    answeringBody((body, _request, status) => (status >= 502 ? { ...body, request_id: 'req_1' } : body)),
  ),
  breaking(
    'error.envelope.only-error:validation',
    'tells details of invalid fields beside the error',
    answeringBody((body, request) =>
      isObject(body.error) && isValidation(body.error, request, 400) && isMedia(request)
        ? { ...body, detail: [{ loc: ['body'], msg: 'invalid' }] }
        : body,
    ),
  ),
  breaking(
    'error.envelope.content-type:streams',
    'answers errors before a stream as an event stream',
    answering((answer, request) =>
      answer.status >= 400 && isStream(request) ? { ...answer, contentType: 'text/event-stream' } : answer,
    ),
  ),
  breaking(
    'error.envelope.content-type:problem',
    'answers invalid requests as a problem document',
    bodied(isValidation, (error) => ({ error }), 'application/problem+json'),
  ),
];

/** Single fields that are wrong in some errors. */
const fields: readonly Deviation[] = [
  breaking(
    'error.envelope.param-null:media',
    'names the field in param for submissions only',
    told(
      (error, request) => isMedia(request) && isValidation(error, request, 400),
      (error) => ({ ...error, param: String(error.message).split(':')[0] }),
    ),
  ),
  breaking(
    'error.envelope.param-null:empty',
    'tells an empty param for unknown jobs',
    told(has('job_not_found'), (error) => ({ ...error, param: '' })),
  ),
  breaking(
    'error.envelope.param-present:jobs',
    'leaves out param on the routes of jobs',
    told(isJobRoute, (error) => without(error, 'param')),
  ),
  breaking(
    'error.envelope.scope-present:null',
    'leaves out a scope that is null',
    told(
      ({ scope }) => scope === null,
      (error) => without(error, 'scope'),
    ),
  ),
  breaking(
    'error.envelope.scope-known:key',
    'tells the scope key of an unknown key',
    told(has('unauthorized', 'forbidden'), (error) => ({ ...error, scope: 'key' })),
  ),
  breaking(
    'error.envelope.scope-known:endpoint',
    'tells the scope endpoint of failed endpoints',
    told(
      (_error, _request, status) => status === 502,
      (error) => ({ ...error, scope: 'endpoint' }),
    ),
  ),
  breaking(
    'error.envelope.type-present:streams',
    'leaves out the type before a stream',
    told(
      (_error, request) => isStream(request),
      (error) => without(error, 'type'),
    ),
  ),
  breaking(
    'error.envelope.message-present:array',
    'tells the messages about invalid fields as an array',
    told(
      (error, request) => isValidation(error, request, 400) && isMedia(request),
      (error) => ({ ...error, message: [error.message] }),
    ),
  ),
  breaking(
    'error.envelope.message-present:internal',
    'says nothing about its own failure',
    told(has('internal_error'), (error) => ({ ...error, message: '' })),
  ),
  breaking(
    'error.envelope.code-present:number',
    'tells the status as the code of what is too large',
    told(has('payload_too_large'), (error) => ({ ...error, code: 413 })),
  ),
  breaking(
    'error.envelope.kind-known:too-large',
    'tells the kind client for what is too large',
    told(has('payload_too_large'), (error) => ({ ...error, kind: 'client' })),
  ),
  breaking(
    'error.envelope.generation-id-type:object',
    'tells a generation id that is an object',
    told(
      ({ generation_id: id }) => id !== undefined,
      (error) => ({ ...error, generation_id: { id: error.generation_id } }),
    ),
  ),
  breaking(
    'error.envelope.conflict-fields:late-cancel',
    'tells the state of the job when a cancel comes too late',
    told(
      (_error, { route }, status) => route === 'job-cancel' && status === 409,
      (error) => ({ ...error, state: 'succeeded' }),
    ),
  ),
  breaking(
    'error.envelope.conflict-fields:usage',
    'tells the usage of a key beyond its cap',
    told(has('budget_exceeded'), (error) => ({ ...error, usage: { spent_usd: 1 } })),
  ),
  breaking(
    'error.envelope.conflict-fields:cost',
    'tells the cost of what an endpoint failed to do',
    told(
      (_error, _request, status) => status === 502,
      (error) => ({ ...error, cost: { billing_usd: 0 } }),
    ),
  ),
];

/** Errors that are told wrong in one corner only. */
export const envelopeCorners: readonly Deviation[] = [...wholes, ...fields];
