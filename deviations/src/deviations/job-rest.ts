import { patch, type SeenRequest, type SentAnswer } from '@gateproof/simulator/behaviour';
import { change, decide, together } from '../change.ts';
import { answering, idempotencyKeyOf, isMedia } from '../changes/exchange-changes.ts';
import { slowCancels } from '../changes/slow-cancels.ts';
import { drop, edit, replace } from '../edits.ts';
import { asRunning } from '../job-edits.ts';
import { theFirstTime } from '../job-scopes.ts';
import { inJobs } from '../operators/edit-messages.ts';
import { each, rows } from '../rows.ts';

const firstItem = edit('output', 'of one item', (items) => (items as readonly unknown[]).slice(0, 1));

const sameBytesOnEitherRoute = change(
  'answers the same bytes under a key with one job on either route',
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
);

/** What other areas' rules say of jobs. */
export const jobRest = rows({
  'version.price.job': inJobs(drop('usage.cost.price_version')),
  'version.price.job:fallback': inJobs(drop('usage.cost.price_version'), 'fallback'),
  'version.price.agreement': inJobs(replace('usage.cost.price_version', 'earlier')),
  'webhook.event.job-already-final': inJobs(asRunning, 'read', 'ended', theFirstTime()),
  'webhook.event.canceled:waiting': together(
    decide('jobs', 'runs two jobs of an account at once', { worksAtOnce: 2 }),
    decide('jobs', 'sends no event of a job that was canceled before it began', ({ announces }) => ({
      announces: (job) => !(job.stage.state === 'canceled' && job.stage.startedAtMs === undefined) && announces(job),
    })),
  ),
  'webhook.event.once-per-job:cancels-together': slowCancels(
    'sends an event for each cancel that was under way',
    ({ mayMove, endsByCancel }, isSecond) => ({
      endsByCancel: (job) => endsByCancel(job) || (isSecond(job) && job.stage.state === 'canceled'),
      mayMove: (from, to, job) => mayMove(from, to, job) || (from === 'canceled' && to === 'canceled' && isSecond(job)),
    }),
  ),
  'webhook.data.equals-read-succeeded:first-image': inJobs(firstItem, 'event'),
  ...each(['succeeded', 'failed', 'canceled'], (state) => [
    `webhook.data.equals-read-${state}:retry`,
    inJobs(drop('retry_of'), 'event', state),
  ]),
  'idempotency.scope.image-and-transcription:bytes': sameBytesOnEitherRoute,
});
