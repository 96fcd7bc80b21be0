import { isFinal, type Job, type JobFile } from '@gateproof/simulator/behaviour';
import { overrule, remembering } from '../change.ts';

/** Gives the files of a job that has ended to those that run when it is found. */
export const filesOfOthers = remembering((others = new WeakMap<Job, readonly JobFile[]>()) =>
  overrule('jobs.find', 'keeps files of a finished job for those that run', (find, id, account, ...search) => {
    const found = find(id, account, ...search);
    if (found?.stage.state !== 'succeeded') return found;
    for (const job of account.jobs.values())
      if (job.kind === found.kind && !isFinal(job.stage.state)) others.set(job, found.stage.files);
    found.stage = { ...found.stage, files: others.get(found) ?? found.stage.files };
    return found;
  }),
);
