import type { Job } from '@gateproof/simulator/behaviour';
import { hourMs } from '@gateproof/spec';
import { allow, type Change, decide, deny } from '../change.ts';

/** Discards unfinished jobs with zero data retention after so many hours; undefined: never. */
export const discardAfter = (hours: number | undefined): Change =>
  decide('jobs', hours === undefined ? 'never discards zdr jobs' : `discards zdr jobs after ${hours} hours`, {
    zdrLifetimeMs: hours === undefined ? undefined : hours * hourMs,
  });

/** Discards but some of the zdr jobs. */
export const discardNo = (words: string, isKept: (job: Job) => boolean): Change =>
  deny('jobs.isDiscarded', `never discards zdr jobs ${words}`, (job) => isKept(job));

/** Discards other jobs as zdr jobs. */
export const discardAlso = (words: string, is: (job: Job) => boolean): Change =>
  allow('jobs.isDiscarded', `discards jobs ${words} after 24 hours`, (job) => is(job));
