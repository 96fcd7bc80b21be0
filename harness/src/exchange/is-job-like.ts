import type { JsonObject } from './json.ts';

/** Fields that jobs have and other answers have not, more than one by chance. */
const ofJobs = ['generation_id', 'progress', 'created_at', 'modality'];

/** Whether an object is a Job, whatever it lacks: one that says its state, or that it is a job, or much of what jobs say. */
export function isJobLike(body: JsonObject): boolean {
  const shared = ofJobs.filter((name) => Object.hasOwn(body, name));
  return typeof body.state === 'string' || body.object === 'job' || shared.length > 1;
}
