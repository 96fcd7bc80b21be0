import { type JobMoment, jobMoments } from '../../support/job-observations.ts';
import { finalStates } from '../../support/media-jobs.ts';
import { heldIf, standingTable } from '../../support/standing-table.ts';

/** Observations that were over before this one was asked for. A submission that is repeated may show its first snapshot again (freedom F030). */
function settledBefore({ earlier, fromMs, where }: JobMoment) {
  return where === 'submission'
    ? []
    : earlier.filter(({ untilMs, where: place }) => place !== 'event' && untilMs <= fromMs);
}

/** How the states of a job follow each other (States and transitions). */
export default standingTable(jobMoments, {
  'job.state.final-stays': (moment) => {
    const { state } = moment.job;
    const final = moment.earlier.find(({ job }) => finalStates.includes(job.state));
    const isLate = settledBefore(moment).some(({ job }) => finalStates.includes(job.state));
    if (final === undefined || (!finalStates.includes(state) && !isLate)) return undefined;
    return heldIf(state === final.job.state, `state ${String(final.job.state)} as before`, state);
  },
  'job.state.no-return-to-queued': (moment) => {
    if (!settledBefore(moment).some(({ job }) => job.state === 'processing')) return undefined;
    return heldIf(moment.job.state !== 'queued', 'a job that was processing not to be queued', moment.job.state);
  },
});
