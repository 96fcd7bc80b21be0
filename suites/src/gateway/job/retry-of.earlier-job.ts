import { jobSights } from '../../support/job-sights.ts';
import { heldIf, standingTable } from '../../support/standing-table.ts';

/** A job retries an earlier one, so never itself. */
export default standingTable(jobSights, {
  'job.retry-of.earlier-job': ({ job }) =>
    typeof job.retry_of === 'string'
      ? heldIf(job.retry_of !== job.id, 'retry_of another job than itself', job.retry_of)
      : undefined,
});
