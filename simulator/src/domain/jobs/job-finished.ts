import type { Account } from '../../tenants/account.ts';

/** A job that has just reached a final state, as webhooks learn of it: its state can already be read. */
export interface JobFinished {
  readonly account: Account;
  readonly jobId: string;
  readonly type: 'job.succeeded' | 'job.failed' | 'job.canceled';
  /** The Job resource as `GET /v1/jobs/{id}` returns it at this moment, links made anew. */
  data(): Readonly<Record<string, unknown>>;
}

/** Called exactly once for each job. Must not throw. */
export type OnJobFinished = (finished: JobFinished) => void;
