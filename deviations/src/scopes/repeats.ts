import { isFinal, type Job, type SeenRequest, type SentAnswer } from '@gateproof/simulator/behaviour';
import { isObject } from '../requests/seen.ts';

/** Which requests that come again under their Idempotency-Key: `earlier` are the answers to those before, undefined for streams. */
export interface Repeat {
  readonly words: string;
  readonly holds: (earlier: readonly (SentAnswer | undefined)[], request: SeenRequest) => boolean;
}

export const repeated: Repeat = { words: 'that come again', holds: ({ length }) => length > 0 };
export const third: Repeat = { words: 'that come a third time', holds: ({ length }) => length === 2 };

/** Those that an earlier answer had one of the statuses, up to `to`. */
export const answered = (from: number, to = from): Repeat => ({
  words: `that were answered with ${from === to ? from : `${from} to ${to}`} before`,
  holds: (earlier) => earlier.some((answer) => answer !== undefined && answer.status >= from && answer.status <= to),
});

/** Those whose first answer was a job that the condition holds for. */
export const ofJobs = (words: string, holds: (job: Job, request: SeenRequest) => boolean): Repeat => ({
  words: `whose job ${words}`,
  holds([first], request) {
    const id = isObject(first?.body) ? String(first.body.id) : '';
    const job = request.account?.jobs.get(id);
    return job !== undefined && holds(job, request);
  },
});

export const ended: Repeat = ofJobs('has ended', ({ stage }) => isFinal(stage.state));
