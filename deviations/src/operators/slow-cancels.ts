import type { Job, JobBehaviour } from '@gateproof/simulator/behaviour';
import { realTime } from '@gateproof/upstreams';
import { type Change, decide } from '../change.ts';

const cancelMs = 20;

/** Lets cancels take a moment. `isSecond` returns whether another cancel of the job was under way when its last one came. */
export function slowCancels(
  words: string,
  changes: (jobs: JobBehaviour, isSecond: (job: Job) => boolean) => Partial<JobBehaviour>,
): Change {
  const underWay = new WeakSet<Job>();
  const second = new WeakSet<Job>();
  return decide('jobs', `lets cancels take ${cancelMs} ms, and ${words}`, (jobs) => {
    const { beforeCancel, ...others } = changes(jobs, (job) => second.has(job));
    return {
      ...others,
      async beforeCancel(job) {
        if (underWay.has(job)) second.add(job);
        await beforeCancel?.(job);
        underWay.add(job);
        await new Promise<void>((resolve) => realTime.setTimer(cancelMs, resolve));
        underWay.delete(job);
      },
    };
  });
}
