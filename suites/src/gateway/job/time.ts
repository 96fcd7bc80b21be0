import { momentOf } from '../../support/date-time.ts';
import { type JobSight, jobSights } from '../../support/job-sights.ts';
import { isAbsent } from '../../support/json.ts';
import { finalStates } from '../../support/media-jobs.ts';
import { heldIf, type Look, standingTable } from '../../support/standing-table.ts';

/** Times may be told in whole seconds or finer, one beside the other. */
const roundingMs = 1_000;

function ordered(first: string, second: string): (sight: JobSight) => Look {
  return ({ job }) => {
    const [earlier, later] = [momentOf(job[first]), momentOf(job[second])];
    if (Number.isNaN(earlier) || Number.isNaN(later)) return undefined;
    const slackMs = isWhole(job[first]) === isWhole(job[second]) ? 0 : roundingMs;
    return heldIf(later >= earlier - slackMs, `${second} not before ${first} (${String(job[first])})`, job[second]);
  };
}

function isWhole(value: unknown): boolean {
  return !String(value).includes('.');
}

/** The order of a job's times (Resources › Job). */
export default standingTable(jobSights, {
  'job.time.created-before-started': ordered('created_at', 'started_at'),
  'job.time.started-before-completed': ordered('started_at', 'completed_at'),
  'job.time.created-before-completed': ordered('created_at', 'completed_at'),
  'job.time.completed-only-when-final': ({ job }) =>
    typeof job.state !== 'string' || finalStates.includes(job.state)
      ? undefined
      : heldIf(isAbsent(job.completed_at), `no completed_at on a ${job.state} job`, job.completed_at),
});
