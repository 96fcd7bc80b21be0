import { type JobBehaviour, type JobView, patch } from '@gateproof/simulator/behaviour';
import type { JsonObject } from '../changes/exchange-changes.ts';

/** Changes how jobs behave. */
export const jobs = (changes: Partial<JobBehaviour> | ((present: JobBehaviour) => Partial<JobBehaviour>)) =>
  patch('jobs', changes);

/** Changes jobs as they are told. */
export const told = (change: (job: JsonObject, view: JobView) => JsonObject) =>
  jobs(({ render }) => ({ render: (view) => change(render(view), view) }));

/** Changes each output item of jobs as they are told. */
export const items = (change: (item: JsonObject) => JsonObject) =>
  told((job) => (Array.isArray(job.output) ? { ...job, output: job.output.map(change) } : job));

/** The object less some of its fields. */
export const without = (object: JsonObject, ...fields: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !fields.includes(name)));
