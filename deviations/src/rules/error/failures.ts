import { patch } from '@gateproof/simulator/behaviour';
import { change } from '../../change.ts';
import { recode, refuse } from '../../operators/refuse.ts';
import { rows } from '../../rows.ts';
import { streams, submissions } from '../../scopes.ts';
import { everSince } from '../../scopes-with-memory.ts';

/** Requests to no route of the contract, by a pattern of `<code>: <message>`. */
const restatusUnrouted = (words: string, pattern: RegExp, to: number) =>
  change(
    `answers ${words} with ${to}`,
    patch('errors', ({ status }) => ({
      status: (error) => (pattern.test(`${error.code}: ${error.message}`) ? to : status(error)),
    })),
  );
const ill = everSince('it has failed itself', ({ trouble }) => trouble.internalFailure);
const stale = everSince('its configuration was out of date', ({ trouble }) => trouble.staleConfiguration);

/** Failures of the gateway itself, and requests to no route. */
export const errorFailures = rows({
  'error.internal.refused': recode('internal_error', 'provider_unavailable'),
  'error.internal.refused:media': recode('internal_error', 'provider_unavailable', submissions),
  'error.internal.recovered': refuse(ill, 'internal_error'),

  'error.snapshot.expired': change(
    'goes on under an outdated configuration',
    patch('admission', { isConfigurationStale: () => false }),
  ),
  'error.snapshot.expired:media': change(
    'takes submissions under an outdated configuration',
    patch('admission', ({ isConfigurationStale }) => ({
      isConfigurationStale: (caller) => !submissions.covers(caller) && isConfigurationStale(caller),
    })),
  ),
  'error.snapshot.expired:internal': recode('snapshot_expired', 'internal_error'),
  'error.snapshot.expired:streams': recode('snapshot_expired', 'internal_error', streams),
  'error.snapshot.recovered': refuse(stale, 'snapshot_expired'),

  'error.unknown-route.status:success': restatusUnrouted('an unknown path', /^not_found/, 200),
  'error.unknown-route.status:server-error': restatusUnrouted('a wrong method', /^method_not_allowed/, 500),
  'error.unknown-route.status:images': restatusUnrouted('a wrong method for images', /not_allowed.*\/images\//, 500),
  'error.unknown-route.status:put': restatusUnrouted('PUT for chats', /: PUT is not allowed on \/v1\/chat\//, 200),
  'error.unknown-route.status:cancel': restatusUnrouted('GET for cancels', /not_allowed.*\/cancel/, 200),
  'error.unknown-route.status:live-job': restatusUnrouted(
    'PUT on a job that it has',
    /_allowed: PUT .*\/v1\/jobs\/(?!job_nobody)/,
    200,
  ),
});
