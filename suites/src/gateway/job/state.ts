import { type Account, caution, defineCheck, type Exchange, expectThat } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { holdJob } from '../../support/held-jobs.ts';
import { type JobCommand, jobHistory } from '../../support/histories/job-history.ts';
import { isLinearizable, type Operation, smallestContradiction } from '../../support/histories/linearizability.ts';
import { type JobMoment, jobMoments } from '../../support/job-observations.ts';
import { finalStates, jobOf, type MediaRoute } from '../../support/media-jobs.ts';
import { readLagMs } from '../../support/read-lag.ts';
import { heldIf, standingTable } from '../../support/standing-table.ts';

/** Observations that were over before this one was asked for. A submission that is repeated may show its first snapshot again (freedom F030). */
function settledBefore({ earlier, fromMs, where }: JobMoment) {
  return where === 'submission'
    ? []
    : earlier.filter(({ untilMs, where: place }) => place !== 'event' && untilMs <= fromMs);
}

/** How the states of a job follow each other (States and transitions). */
const standing = standingTable(jobMoments, {
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

/** What each client asks, one after the other. */
const clients: readonly (readonly JobCommand[])[] = [
  ['read', 'cancel', 'read', 'cancel'],
  ['read', 'read', 'read', 'cancel'],
  ['read', 'read', 'cancel', 'read'],
];

interface JobOperation extends Operation<JobCommand, string> {
  readonly exchange: Exchange['id'];
}

async function ask({ key }: Account, id: string, command: JobCommand): Promise<readonly JobOperation[]> {
  const exchange = await (command === 'read' ? key.job(id) : key.cancel(id));
  const job = jobOf(exchange);
  const isRefused = command === 'cancel' && exchange.response?.status === 409;
  if (job === undefined && !isRefused) return [];
  const { request, endedAtMs, id: exchangeId } = exchange;
  const answer = isRefused ? 'refused' : String(job?.state);
  return [{ command, answer, beganAtMs: request.atMs, endedAtMs, exchange: exchangeId }];
}

/** The same history, of a gateway whose reads lag: each shows the job as it was at some moment of the last second. */
function withLag(history: readonly JobOperation[]): readonly JobOperation[] {
  return history.map((seen) => (seen.command === 'read' ? { ...seen, beganAtMs: seen.beganAtMs - readLagMs } : seen));
}

/** Several clients read and cancel a job, none waiting for another, while its endpoint answers. */
const oneHistory = defineCheck({
  rule: 'job.state.one-history',
  ...every<readonly [MediaRoute, 'cancels first' | 'work first']>(
    ['image', 'work first'],
    ['transcription', 'cancels first'],
    ['image', 'cancels first'],
    ['transcription', 'work first'],
  ),
  async decide(world, [route, first]) {
    const account = await world.account();
    const held = await holdJob(account, { route });
    if (first === 'work first') {
      held.release();
      await held.model.upstreams[0]?.calls()[0]?.ended;
    }
    const asking = clients.map(async (commands) => {
      const seen = [];
      for (const command of commands) seen.push(...(await ask(account, held.id, command)));
      return seen;
    });
    held.release();
    const history = (await Promise.all(asking)).flat();
    const contradiction = smallestContradiction(history, jobHistory) ?? [];
    const finding = {
      expected: 'reads and cancels of one job by several clients to be answered as if they came one after the other',
      observed: contradiction.map(({ command, answer }) => `${command}: ${answer}`).join(', '),
      exchanges: contradiction.map(({ exchange }) => exchange),
    };
    expectThat(world, isLinearizable(withLag(history), jobHistory), finding);
    if (contradiction.length > 0) caution(world, { ...finding, observed: `${finding.observed}: a read lags behind` });
  },
});

export default [standing, oneHistory];
