import { dropOldest } from '../records/drop-oldest.ts';
import type { Generation } from '../records/generation.ts';
import { isFinal, type Job } from '../records/job.ts';
import { addUsd } from '../records/usd.ts';
import type { Account, AccountDelivery } from './account.ts';

/** Most generations of an account that are kept. */
const mostGenerations = 10_000;

/** Keeps a generation, in place of the oldest where there are too many. */
export function recordGeneration(account: Account, generation: Generation): void {
  account.generations.push(generation);
  const gone = dropOldest(account.generations, mostGenerations);
  if (gone.length === 0) return;
  account.dropped = {
    generations: account.dropped.generations + gone.length,
    chargedUsd: gone.reduce((sum, { chargedUsd }) => addUsd(sum, chargedUsd), account.dropped.chargedUsd),
  };
}

/** Most jobs, and most deliveries, of an account that are kept. */
export const mostJobs = 100_000;

/** Keeps a job; where there are too many, the oldest is dropped once it is final. */
export function recordJob({ jobs }: Account, job: Job): void {
  jobs.set(job.id, job);
  const [oldest] = jobs.values();
  if (jobs.size > mostJobs && oldest !== undefined && isFinal(oldest.stage.state)) jobs.delete(oldest.id);
}

/** Keeps a delivery; where there are too many, the oldest is dropped once it is over. */
export function recordDelivery({ deliveries, workbench }: Account, delivery: AccountDelivery): void {
  deliveries.set(delivery.record.id, delivery);
  const [oldest] = deliveries.values();
  if (deliveries.size > mostJobs && oldest !== undefined && oldest.record.state !== 'pending')
    deliveries.delete(oldest.record.id);
  workbench.changes.notify();
}
