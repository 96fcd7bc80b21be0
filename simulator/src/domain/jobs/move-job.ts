import type { JobBehaviour } from '../../behaviour/jobs.ts';
import type { Job, JobStage } from '../../records/job.ts';

/**
 * Moves a job to another stage if the behaviour lets it go there; false when it stays where it is. A final job stays for good, so of
 * a cancel and a completion at the same time the first to come wins (States and transitions).
 */
export function moveJob(behaviour: JobBehaviour, job: Job, next: JobStage): boolean {
  if (!behaviour.mayMove(job.stage.state, next.state, job)) return false;
  job.stage = next;
  return true;
}
