import type { Job } from '@gateproof/simulator/behaviour';
import { hourMs } from '@gateproof/spec';
import { type Change, decide } from '../change.ts';

/** Discards unfinished jobs with zero data retention after so many hours; undefined: never. */
export function discardAfter(hours: number | undefined): Change {
  return decide('jobs', hours === undefined ? 'never discards zdr jobs' : `discards zdr jobs after ${hours} hours`, {
    zdrLifetimeMs: hours === undefined ? undefined : hours * hourMs,
  });
}

/** Discards but some of the zdr jobs. */
export function discardNo(words: string, isKept: (job: Job) => boolean): Change {
  return decide('jobs', `never discards zdr jobs ${words}`, ({ isDiscarded }) => ({
    isDiscarded: (job) => isDiscarded(job) && !isKept(job),
  }));
}

/** Discards other jobs as zdr jobs. */
export function discardAlso(words: string, is: (job: Job) => boolean): Change {
  return decide('jobs', `discards jobs ${words} after 24 hours`, ({ isDiscarded }) => ({
    isDiscarded: (job) => is(job) || isDiscarded(job),
  }));
}
