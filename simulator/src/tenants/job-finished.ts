import type { Job } from '../records/job.ts';
import type { Account } from './account.ts';

export type EventType = 'job.succeeded' | 'job.failed' | 'job.canceled';

/** A job that has just reached a final state, as webhooks learn of it: its state can already be read. */
export interface JobFinished {
  readonly account: Account;
  readonly job: Job;
  readonly type: EventType;
  /** The Job resource as `GET /v1/jobs/{id}` returns it at this moment, links made anew. */
  data(): Readonly<Record<string, unknown>>;
}
