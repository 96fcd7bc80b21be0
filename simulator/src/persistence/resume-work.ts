import { JobRun, type JobWorld } from '../domain/jobs/job-run.ts';
import type { JobRuns } from '../domain/jobs/job-runs.ts';
import type { Delivery } from '../domain/webhooks/delivery.ts';
import type { WebhookDispatcher } from '../domain/webhooks/dispatcher.ts';
import { isFinal, type Job } from '../records/job.ts';
import type { Store } from '../store/store.ts';
import type { Account } from '../tenants/account.ts';
import type { JobFinished } from '../tenants/job-finished.ts';
import type { RestoredAccount } from './restore-accounts.ts';

/** What work is taken up with. */
export interface ResumeWorld {
  readonly store: Store;
  readonly jobs: JobWorld;
  readonly runs: JobRuns;
  readonly dispatcher: WebhookDispatcher;
  finished(account: Account, job: Job): JobFinished;
}

/**
 * Goes on with the jobs and deliveries that were cut off: jobs in the order of submission, deliveries in the order in which they are due. `only`: the
 * account that was restored alone; left out: all were.
 */
export async function resumeWork(
  world: ResumeWorld,
  restored: readonly RestoredAccount[],
  only?: string,
): Promise<void> {
  await resumeDeliveries(world, new Map(restored.map(({ account }) => [account.id, account])), only);
  for (const { account, jobs } of restored) {
    for (const job of jobs) if (!isFinal(job.stage.state)) resumeJob(world, account, job);
  }
}

function resumeJob({ jobs, runs }: ResumeWorld, account: Account, job: Job): void {
  const run = new JobRun(jobs, account, job);
  runs.add(job, run);
  void account.clock.track(run.start());
}

async function resumeDeliveries(
  { store, dispatcher, finished }: ResumeWorld,
  accounts: ReadonlyMap<string, Account>,
  only: string | undefined,
): Promise<void> {
  const [all, due] = await Promise.all([store.list('delivery', only), store.due('delivery', only)]);
  const runs = new Map(
    all.flatMap(({ id, account: accountId, value }) => {
      const account = accounts.get(accountId);
      const delivery = value as Delivery;
      const job = account?.jobs.get(delivery.record.jobId);
      if (account === undefined || job === undefined) return [];
      const endpoint = account.webhooks.get(delivery.record.endpointId);
      if (endpoint === undefined) {
        const { record } = delivery;
        if (record.state === 'pending') record.state = 'stopped';
        account.deliveries.set(id, { record, again: async () => null });
        return [];
      }
      const facts = { finished: finished(account, job), endpoint };
      return [[id, dispatcher.resumed(facts, delivery)] as const];
    }),
  );
  for (const { id } of due) runs.get(id)?.resume();
}
