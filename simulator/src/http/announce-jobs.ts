import type { Behaviour } from '../behaviour/behaviour.ts';
import type { WebhookDispatcher } from '../domain/webhooks/dispatcher.ts';
import type { Persistence } from '../persistence/persistence.ts';
import type { Job } from '../records/job.ts';
import type { Account } from '../tenants/account.ts';
import type { EventType, JobFinished } from '../tenants/job-finished.ts';

/** After a failed attempt to keep the end of a job, on its account's clock. */
const keptAgainAfterMs = 1_000;

export interface JobAnnouncer {
  finished(account: Account, job: Job): JobFinished;
  /** Keeps a job that has become final together with its deliveries, then starts these; later, where they can't be kept yet. */
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
      const keepAndStart = async (): Promise<void> => {
        try {
          await persistence.keep(account, { jobs: [job], generations: [job.generation], keys: [job.key], deliveries });
        } catch {
          account.clock.setTimer(keptAgainAfterMs, () => void account.clock.track(keepAndStart()));
          return;
        }
        for (const run of runs) run.start();
      };
      await keepAndStart();
    },
  };
}
