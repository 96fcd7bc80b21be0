import type { Job } from '../../records/job.ts';
import type { JobRun } from './job-run.ts';

/** The work that belongs to each job, for those who may end it. */
export class JobRuns {
  readonly #runs = new WeakMap<Job, JobRun>();

  add(job: Job, run: JobRun): void {
    this.#runs.set(job, run);
  }

  of(job: Job): JobRun | undefined {
    return this.#runs.get(job);
  }
}
