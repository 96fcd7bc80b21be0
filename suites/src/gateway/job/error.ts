import { isObject } from '@gateproof/harness';
import { jobObservations } from '../../support/job-observations.ts';
import { isAbsent } from '../../support/json.ts';
import { heldIf, standingTable } from '../../support/standing-table.ts';

/** A job's error by its state (States and transitions). */
export default standingTable(jobObservations, {
  'job.error.on-failed': ({ job }) =>
    job.state === 'failed' ? heldIf(isObject(job.error), 'an error on a failed job', job.error) : undefined,
  'job.error.none-on-succeeded': ({ job }) =>
    job.state === 'succeeded' ? heldIf(isAbsent(job.error), 'no error on a succeeded job', job.error) : undefined,
  'job.error.none-before-end': ({ job }) =>
    job.state === 'queued' || job.state === 'processing'
      ? heldIf(isAbsent(job.error), `no error on a ${job.state} job`, job.error)
      : undefined,
});
