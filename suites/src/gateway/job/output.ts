import { momentOf } from '../../support/date-time.ts';
import { dateOf, type JobSight, jobSights } from '../../support/job-sights.ts';
import { isAbsent } from '../../support/json.ts';
import { outputOf } from '../../support/media-jobs.ts';
import { heldIf, type Look, standingTable } from '../../support/standing-table.ts';

/** What a clock that is read twice on the way may be off by. */
const slackMs = 5_000;

/** No case takes as long: a job that was created earlier by the target's `Date` is of an account whose clock is behind that. */
const longestCaseMs = 10 * 60_000;

/**
 * A link as just read is not over. The account's clock may be ahead of the target's own, so what is past by the target's `Date` is past for
 * sure; of a clock that is behind it we know only that the job has ended.
 */
function unexpired({ job, exchange, where }: JobSight): Look {
  const dateMs = dateOf(exchange);
  if (where === 'event' || where === 'submission' || dateMs === undefined) return undefined;
  const isBehind = momentOf(job.created_at) < dateMs - longestCaseMs;
  const nowMs = isBehind ? momentOf(job.completed_at) : dateMs;
  const expiries = outputOf(job)
    .filter(({ purged_at }) => isAbsent(purged_at))
    .map(({ url_expires_at }) => url_expires_at);
  const told = expiries.filter((value) => !Number.isNaN(momentOf(value)));
  if (told.length === 0) return undefined;
  const past = told.find((value) => momentOf(value) < nowMs - slackMs);
  return heldIf(past === undefined, 'a url_expires_at that is still to come', past);
}

function none(state: string): (sight: JobSight) => Look {
  return ({ job }) =>
    job.state === state
      ? heldIf(outputOf(job).length === 0, `no output items on a ${state} job`, job.output)
      : undefined;
}

/** Output may be purged, but not before it was made. */
function onSucceeded({ job }: JobSight): Look {
  if (job.state !== 'succeeded') return undefined;
  const items = outputOf(job);
  const endedMs = momentOf(job.completed_at);
  const isPurgedTooSoon = items.some(({ purged_at }) => momentOf(purged_at) < endedMs - slackMs);
  return heldIf(
    items.length > 0 && !isPurgedTooSoon,
    'at least one output item on a succeeded job, and none that was purged before the job ended',
    job.output,
  );
}

/** Output by state (States and transitions; Resources › Output item). */
export default standingTable(jobSights, {
  'job.output.on-succeeded': onSucceeded,
  'job.output.none-on-failed': none('failed'),
  'job.output.none-on-canceled': none('canceled'),
  'job.output.link-unexpired': unexpired,
});
