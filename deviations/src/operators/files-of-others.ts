import { isFinal, type Job, type JobFile } from '@gateproof/simulator/behaviour';
import { decide, remembering } from '../change.ts';

/** Gives the files of a job that has ended to those that run when it is found. */
export const filesOfOthers = remembering(() => {
  const others = new WeakMap<Job, readonly JobFile[]>();
  return decide('jobs', 'keeps the files of a job that has ended for those that run then', ({ find }) => ({
    find(id, account, ...search) {
      const found = find(id, account, ...search);
      if (found?.stage.state !== 'succeeded') return found;
      for (const job of account.jobs.values())
        if (job.kind === found.kind && !isFinal(job.stage.state)) others.set(job, found.stage.files);
      found.stage = { ...found.stage, files: others.get(found) ?? found.stage.files };
      return found;
    },
  }));
});
