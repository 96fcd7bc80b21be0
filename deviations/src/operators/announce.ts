import type { Job, SeenRequest, SentAnswer } from '@gateproof/simulator/behaviour';
import type { Change } from '../change.ts';
import type { Scope } from '../scopes/requests.ts';
import { afterwards } from './exchanges.ts';
import { inventedJob } from './invented-job.ts';

type Which = (request: SeenRequest, answer: SentAnswer | undefined) => Job | undefined;

/** Sends an event about a job once a request has been answered, beside the events of jobs that end. */
export const announce = (words: string, which: Which): Change =>
  afterwards(`sends an event ${words}`, (request, answer) => {
    const job = which(request, answer);
    if (job !== undefined) request.announce(job);
  });

/** Sends an event about a job that nobody submitted, where the answer has a status from `from` up to but without `to`; streams have 200. */
export const announceStray = (scope: Scope, from = 200, to = 600): Change =>
  announce(`${scope.words} with ${from} to ${to - 1}`, (request, answer) => {
    const status = answer?.status ?? 200;
    const isMeant = scope.covers(request) && status >= from && status < to;
    return isMeant && request.account !== undefined ? inventedJob(request.account) : undefined;
  });
