import { momentOf } from '../../support/date-time.ts';
import { type JobSight, jobSights } from '../../support/job-sights.ts';
import { isAbsent } from '../../support/json.ts';
import { finalStates } from '../../support/media-jobs.ts';
import { heldIf, type Look, standingTable } from '../../support/standing-table.ts';

/** What one step of a time is worth as it is told: times may be told in whole seconds or finer, one beside the other. */
function stepMs(value: unknown): number {
  const digits = /\.(\d+)/.exec(String(value))?.[1]?.length ?? 0;
  return 1_000 / 10 ** digits;
}

function ordered(first: string, second: string): (sight: JobSight) => Look {
  return ({ job }) => {
    const [earlier, later] = [momentOf(job[first]), momentOf(job[second])];
    if (Number.isNaN(earlier) || Number.isNaN(later)) return undefined;
    const [firstStepMs, secondStepMs] = [stepMs(job[first]), stepMs(job[second])];
    const slackMs = firstStepMs === secondStepMs ? 0 : Math.max(firstStepMs, secondStepMs);
    return heldIf(later >= earlier - slackMs, `${second} not before ${first} (${String(job[first])})`, job[second]);
  };
}

/** The order of a job's times (Resources › Job). */
export default standingTable(jobSights, {
  'job.time.created-before-started': ordered('created_at', 'started_at'),
  'job.time.started-before-completed': ordered('started_at', 'completed_at'),
  'job.time.created-before-completed': ordered('created_at', 'completed_at'),
  // A job may go back to the queue after an endpoint's failure (freedom F013), so that this is only a warning.
  'job.time.started-only-when-begun': ({ job }) =>
    job.state === 'queued'
      ? heldIf(isAbsent(job.started_at), 'no started_at on a queued job', job.started_at)
      : undefined,
  'job.time.completed-only-when-final': ({ job }) =>
    typeof job.state !== 'string' || finalStates.includes(job.state)
      ? undefined
      : heldIf(isAbsent(job.completed_at), `no completed_at on a ${job.state} job`, job.completed_at),
});
