import { patch } from '@gateproof/simulator/behaviour';
import { answering, isObject, refusing } from '../changes/exchange-changes.ts';
import type { Variation } from '../variation.ts';
import { differing } from './differing.ts';

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
