import { GatewayError, patch } from '@gateproof/simulator/behaviour';
import { answering, isMedia, isObject } from '../changes/exchange-changes.ts';
import type { Variation } from '../variation.ts';
import { differing } from './differing.ts';

const isJson = (type: string) => type === 'application/json' || type.startsWith('application/json;');

/** How errors may be worded and wrapped otherwise. */
export const errorWordVariations: readonly Variation[] = [
  differing(
    'error.retry-after.header-only',
    'F047',
    'tells waits in the header only',
    patch('errors', (present) => ({
      body(error, requestId) {
        const { retry_after_ms: _wait, ...rest } = present.body.call(this, error, requestId);
        return rest;
      },
    })),
  ),
  differing('error.message.changing', 'F112', 'words each refusal anew, in several lines', (behaviour) => {
    let number = 0;
    return patch('errors', ({ message }) => ({
      message(error) {
        number += 1;
        return `${message(error)}\n\nÜbrigens: « ${number} » 漢字`;
      },
    }))(behaviour);
  }),
  differing(
    'error.type.code',
    'F021',
    'has a type of its own for each code',
    patch('errors', { type: ({ code }) => (code === 'rate_limited' ? 'rate_limit_error' : `${code}_error`) }),
  ),
  differing(
    'error.content-type.charset',
    'F067',
    'names the charset with every answer of JSON',
    answering((answer) =>
      isJson(answer.contentType) ? { ...answer, contentType: 'application/json;charset=UTF-8' } : answer,
    ),
  ),
  differing(
    'error.cause.endpoint-400',
    'F055',
    "tells an endpoint's 400 as an invalid request",
    patch('routing', ({ classify }) => ({
      classify(failure) {
        const code = classify(failure);
        return failure.how === 'status' && failure.status === 400 && code === 'provider_unavailable'
          ? 'invalid_request'
          : code;
      },
    })),
  ),
  differing(
    'error.content-type.415',
    'F067',
    'refuses submissions under other content types with 415 and a code of its own',
    answering((answer, request) => {
      const type = String(request.headers['content-type'] ?? '');
      if (!isMedia(request) || type === '' || isJson(type) || answer.status !== 202) return answer;
      const error = new GatewayError('unsupported_media_type', `Send application/json, not ${type}.`);
      const told = { code: error.code, message: error.message, kind: 'terminal', scope: 'request' };
      const body = { error: { ...told, type: 'invalid_request_error', param: null } };
      return { status: 415, contentType: 'application/json', body };
    }),
  ),
  differing(
    'error.modality.invalid',
    'F071',
    'refuses models of another modality as an invalid request',
    answering((answer, request) => {
      const error = isObject(answer.body) ? answer.body.error : undefined;
      const asked = isObject(request.body) ? String(request.body.model) : '';
      const isMeant = isObject(error) && error.code === 'no_endpoint_available' && request.account?.models.has(asked);
      if (isMeant !== true || JSON.stringify(error).includes('provider.only')) return answer;
      const message = 'model: is of another modality than the route.';
      return { ...answer, status: 400, body: { error: { ...error, code: 'invalid_request', message } } };
    }),
  ),
];
