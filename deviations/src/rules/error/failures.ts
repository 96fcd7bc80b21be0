import { overrule, rows } from '../../change.ts';
import { skipAlways } from '../../operators/admit.ts';
import { fail, recode, refuse } from '../../operators/answers.ts';
import { everSince } from '../../scopes/memory.ts';
import { streams, submissions } from '../../scopes/requests.ts';

/** Requests to no route of the contract, by a pattern of `<code>: <message>`. */
const restatusUnrouted = (words: string, pattern: RegExp, to: number) =>
  overrule('errors.status', `answers ${words} with ${to}`, (status, error) =>
    pattern.test(`${error.code}: ${error.message}`) ? to : status(error),
  );
const stale = everSince('its configuration was out of date', ({ trouble }) => trouble.staleConfiguration);

/** Failures of the gateway itself, and requests to no route. */
export const errorFailures = rows('error', {
  'internal.refused': recode('internal_error', 'provider_unavailable'),
  'internal.refused:media': recode('internal_error', 'provider_unavailable', submissions),
  'internal.recovered': fail(everSince('it has failed itself', ({ trouble }) => trouble.internalFailure)),

  'snapshot.expired': skipAlways('snapshot'),
  'snapshot.expired:media': skipAlways('snapshot', submissions),
  'snapshot.expired:internal': recode('snapshot_expired', 'internal_error'),
  'snapshot.expired:streams': recode('snapshot_expired', 'internal_error', streams),
  'snapshot.recovered': refuse(stale, 'snapshot_expired'),

  'unknown-route.status:success': restatusUnrouted('an unknown path', /^not_found/, 200),
  'unknown-route.status:server-error': restatusUnrouted('a wrong method', /^method_not_allowed/, 500),
  'unknown-route.status:images': restatusUnrouted('a wrong method for images', /not_allowed.*\/images\//, 500),
  'unknown-route.status:put': restatusUnrouted('PUT for chats', /: PUT is not allowed on \/v1\/chat\//, 200),
  'unknown-route.status:cancel': restatusUnrouted('GET for cancels', /not_allowed.*\/cancel/, 200),
  'unknown-route.status:live-job': restatusUnrouted('PUT on a job', /_allowed: PUT .*\/v1\/jobs\/(?!job_nobody)/, 200),
});
