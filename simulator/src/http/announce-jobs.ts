import type { Behaviour } from '../behaviour/behaviour.ts';
import type { WebhookDispatcher } from '../domain/webhooks/dispatcher.ts';
import type { Persistence } from '../persistence/persistence.ts';
import type { Job } from '../records/job.ts';
import type { Account } from '../tenants/account.ts';
import type { EventType, JobFinished } from '../tenants/job-finished.ts';

export interface JobAnnouncer {
  finished(account: Account, job: Job): JobFinished;
  /** Keeps a job that has become final together with its deliveries, then starts these. */
  onJobFinal(account: Account, job: Job): Promise<void>;
}

/** Sends finished jobs to webhooks. An event is kept in one step with the end that it reports, so that neither is without the other. */
export function announceJobs({
  behaviour,
  dispatcher,
  persistence,
  render,
}: {
  readonly behaviour: Behaviour;
  readonly dispatcher: WebhookDispatcher;
  readonly persistence: Persistence;
  /** The job as an event shows it. */
  render(account: Account, job: Job): Readonly<Record<string, unknown>>;
}): JobAnnouncer {
  const finished = (account: Account, job: Job): JobFinished => ({
    account,
    job,
    type: `job.${job.stage.state}` as EventType,
    data: () => render(account, job),
  });
  return {
    finished,
    async onJobFinal(account, job) {
      // No event of an account that was reset or removed is sent.
      if (account.workbench.isClosed) return;
      const runs = behaviour.jobs.announces(job) ? dispatcher.deliveriesOf(finished(account, job)) : [];
      const deliveries = runs.map(({ delivery }) => delivery);
      await persistence.keep(account, { jobs: [job], generations: [job.generation], keys: [job.key], deliveries });
      for (const run of runs) run.start();
    },
  };
}
