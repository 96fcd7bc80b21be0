import { isFinal, type Job, type SeenRequest, type SentAnswer } from '@gateproof/simulator/behaviour';
import { isObject } from '../requests/seen.ts';

type Holds = (earlier: readonly (SentAnswer | undefined)[], request: SeenRequest) => boolean;

/** Which requests that come again under their Idempotency-Key: `earlier` are the answers to those before, undefined for streams. */
export interface Repeat {
  readonly words: string;
  readonly holds: Holds;
}

export const repeats = (words: string, holds: Holds): Repeat => ({ words, holds });
export const repeated = repeats('that come again', ({ length }) => length > 0);
export const third = repeats('that come a third time', ({ length }) => length === 2);

/** Those that an earlier answer had one of the statuses, up to `to`. */
export const answered = (from: number, to = from): Repeat =>
  repeats(`that were answered with ${from === to ? from : `${from} to ${to}`} before`, (earlier) =>
    earlier.some((answer) => answer !== undefined && answer.status >= from && answer.status <= to),
  );

/** Those whose first answer was a job that the condition holds for. */
export const ofJobs = (words: string, holds: (job: Job, request: SeenRequest) => boolean): Repeat =>
  repeats(`whose job ${words}`, ([first], request) => {
    const job = isObject(first?.body) ? request.account?.jobs.get(String(first.body.id)) : undefined;
    return job !== undefined && holds(job, request);
  });

export const ended = ofJobs('has ended', ({ stage }) => isFinal(stage.state));
