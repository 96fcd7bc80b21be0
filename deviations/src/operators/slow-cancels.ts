import { isFinal, type Job } from '@gateproof/simulator/behaviour';
import { type Change, decide } from '../change.ts';
import { jobsWhere } from '../scopes/jobs.ts';

const cancelMs = 20;

/** Lets cancels take a moment. */
export const takeCancelsSlowly: Change = decide('jobs', `lets cancels take ${cancelMs} ms`, {
  cancelTakesMs: () => cancelMs,
});

/** Whether a cancel of the job is under way. */
export const isBeingCanceled = ({ cancelRequested, stage }: Job): boolean => cancelRequested && !isFinal(stage.state);

export const canceling = jobsWhere('whose cancel is under way', ({ job }) => isBeingCanceled(job));
