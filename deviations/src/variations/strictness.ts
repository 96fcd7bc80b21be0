import { EndpointError, GatewayError, patch } from '@gateproof/simulator/behaviour';
import { answering, isObject, type JsonObject, refusing } from '../changes/exchange-changes.ts';
import type { Variation } from '../variation.ts';
import { differing } from './differing.ts';

/** Whether a text anywhere in a value holds the null character, which many stores can't keep. */
const hasNull = (value: unknown): boolean => JSON.stringify(value)?.includes('\\u0000') === true;

const firstChoice = ({ choices }: JsonObject) => (Array.isArray(choices) && isObject(choices[0]) ? choices[0] : {});

/** Whether a reply calls tools although the request offered none. */
const callsUnoffered = (reply: JsonObject, asked: JsonObject) =>
  (!Array.isArray(asked.tools) || asked.tools.length === 0) &&
  ['message', 'delta'].some((part) => {
    const said = firstChoice(reply)[part];
    return isObject(said) && Array.isArray(said.tool_calls) && said.tool_calls.length > 0;
  });

/** What may be refused, or named otherwise, that others take as it is. */
export const strictnessVariations: readonly Variation[] = [
  differing(
    'strict.job-ids',
    'F109',
    'refuses job ids that can not be its own as invalid',
    // Instead of job_not_found, so that whoever may not ask is told that first.
    answering((answer, { route, path }) => {
      const isOwn = /^\/v1\/jobs\/job_[01][0-9a-z]{20}(\/|\?|$)/.test(path);
      if (answer.status !== 404 || !route.startsWith('job-') || isOwn || !isObject(answer.body)) return answer;
      const error = { ...(answer.body.error as object), code: 'invalid_request', type: 'invalid_request_error' };
      return { ...answer, status: 400, body: { error } };
    }),
  ),
  differing(
    'strict.retry-of',
    'F086',
    'refuses a retry_of that can not be an id of its own as invalid',
    patch('bodies', ({ problem }) => ({
      problem: (body, serviceField) =>
        typeof body.retry_of === 'string' && !/^job_[01][0-9a-z]{20}$/.test(body.retry_of)
          ? { field: 'retry_of', wanted: 'must be the id of a job' }
          : problem(body, serviceField),
    })),
  ),
  differing(
    'strict.null-character',
    'F009',
    'refuses texts with the null character',
    patch('bodies', ({ problem }) => ({
      problem(body, serviceField) {
        const field = Object.keys(body).find((name) => hasNull(body[name]));
        return field === undefined ? problem(body, serviceField) : { field, wanted: 'must not hold null characters' };
      },
    })),
  ),
  differing(
    'strict.unknown-models-first',
    'F124',
    'refuses a list with a model that it does not know before it looks at anything else of the list',
    refusing(
      ({ body, account }) =>
        isObject(body) &&
        Array.isArray(body.models) &&
        account !== undefined &&
        body.models.some((id) => typeof id === 'string' && !account.models.has(id)),
      'no_endpoint_available',
      'models: one of them is unknown.',
    ),
  ),
  differing('strict.error-traces', 'F057', 'tells a trace of its own in each error', (behaviour) => {
    let number = 0;
    return patch('errors', (present) => ({
      body(error, requestId) {
        number += 1;
        return { ...present.body.call(this, error, requestId), trace: `t${number}`, at: { line: number } };
      },
    }))(behaviour);
  }),
  differing(
    'strict.content-filter',
    'F143',
    'tells an endpoint’s finish_reason content_filter as a refusal on content grounds',
    answering((answer, { route }) =>
      route === 'chat' && isObject(answer.body) && firstChoice(answer.body).finish_reason === 'content_filter'
        ? {
            ...answer,
            status: 403,
            body: {
              error: {
                code: 'moderation_refused',
                message: 'The endpoint refused to go on.',
                kind: 'terminal',
                scope: 'request',
                type: 'permission_error',
                param: null,
              },
            },
          }
        : answer,
    ),
  ),
  differing(
    'strict.content-filter-stream',
    'F143',
    'tells an endpoint’s finish_reason content_filter in a stream as an error',
    patch('streaming', ({ chunk }) => ({
      chunk(told, identity, index) {
        const sent = chunk(told, identity, index);
        if (sent === undefined || firstChoice(sent).finish_reason !== 'content_filter') return sent;
        throw new GatewayError('moderation_refused', 'The endpoint refused to go on.', { scope: 'request' });
      },
    })),
  ),
  differing(
    'strict.unoffered-tools',
    'F010',
    'takes a call of tools that were not offered for no answer',
    (behaviour) =>
      patch('streaming', ({ chunk }) => ({
        chunk(told, identity, index) {
          if (callsUnoffered(told, identity.asked))
            throw new GatewayError('provider_unavailable', 'The endpoint called what was not offered.', {
              scope: 'route',
            });
          return chunk(told, identity, index);
        },
      }))(
        patch('completions', ({ completion }) => ({
          completion(served, identity) {
            if (callsUnoffered(served, identity.asked)) throw new EndpointError({ how: 'malformed' });
            return completion(served, identity);
          },
        }))(behaviour),
      ),
  ),
  differing(
    'strict.one-limit',
    'F119',
    'tells endpoints either limit of tokens under the newer name',
    patch('routing', ({ upstreamBody }) => ({
      upstreamBody(body, model, serviceField) {
        const { max_tokens: limit, ...rest } = upstreamBody(body, model, serviceField);
        return limit === undefined ? rest : { ...rest, max_completion_tokens: limit };
      },
    })),
  ),
  differing(
    'strict.model-route',
    'F131',
    'knows no route of models without a slash',
    answering((answer, { route, path }) =>
      route === 'model-get' &&
      answer.status === 404 &&
      !/^\/v1\/models\/[^/?]+(\/|%2f)/i.test(path) &&
      isObject(answer.body)
        ? { ...answer, body: { error: { ...(answer.body.error as object), code: 'not_found' } } }
        : answer,
    ),
  ),
  differing(
    'strict.model-ids',
    'F131',
    'refuses to read models whose id has no slash as invalid',
    refusing(
      ({ route, path }) => route === 'model-get' && !/^\/v1\/models\/[^/?]+(\/|%2f)/i.test(path),
      'invalid_request',
      'id: must be author/slug.',
    ),
  ),
];
