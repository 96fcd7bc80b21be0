import { type Account, defineCheck, expectThat, NotExercised, type World } from '@gateproof/harness';
import fc from 'fast-check';
import { momentOf } from '../../support/date-time.ts';
import { every } from '../../support/every.ts';
import { type EndState, endStates, finishedJob } from '../../support/finished-jobs.ts';
import { cancelForGood, holdJob, mediaModel, serverError } from '../../support/held-jobs.ts';
import { type JobObservation, jobObservations } from '../../support/job-observations.ts';
import { isAbsent } from '../../support/json.ts';
import {
  finalStates,
  isFinalJob,
  type MediaRoute,
  mediaRoutes,
  readJob,
  readUntilEnd,
  submitJob,
  untilState,
} from '../../support/media-jobs.ts';
import { heldIf, type Look, standingTable } from '../../support/standing-table.ts';

/** What one step of a time is worth as it is written: times may be given in whole seconds or finer, one beside the other. */
function stepMs(value: unknown): number {
  const digits = /\.(\d+)/.exec(String(value))?.[1]?.length ?? 0;
  return 1_000 / 10 ** digits;
}

function ordered(first: string, second: string): (observation: JobObservation) => Look {
  return ({ job }) => {
    const [earlier, later] = [momentOf(job[first]), momentOf(job[second])];
    if (Number.isNaN(earlier) || Number.isNaN(later)) return undefined;
    const [firstStepMs, secondStepMs] = [stepMs(job[first]), stepMs(job[second])];
    const slackMs = firstStepMs === secondStepMs ? 0 : Math.max(firstStepMs, secondStepMs);
    return heldIf(later >= earlier - slackMs, `${second} not before ${first} (${String(job[first])})`, job[second]);
  };
}

/** The order of a job's times (Resources › Job). */
const standing = standingTable(jobObservations, {
  'job.time.created-before-started': ordered('created_at', 'started_at'),
  'job.time.started-before-completed': ordered('started_at', 'completed_at'),
  'job.time.created-before-completed': ordered('created_at', 'completed_at'),
  // A job may go back to the queue after an endpoint's failure (freedom F013), so that this is only a warning.
  'job.time.started-only-when-begun': ({ job }) =>
    job.state === 'queued'
      ? heldIf(isAbsent(job.started_at), 'no started_at on a queued job', job.started_at)
      : undefined,
  'job.time.completed-only-when-final': ({ job }) =>
    typeof job.state !== 'string' || finalStates.includes(job.state)
      ? undefined
      : heldIf(isAbsent(job.completed_at), `no completed_at on a ${job.state} job`, job.completed_at),
});

const slackMs = 10_000;

interface Submitted {
  readonly route: MediaRoute;
  /** How far the account's clock is moved on before. */
  readonly movedMs: number;
  /** Of a job that failed before the clock was moved. */
  readonly isRetry: boolean;
}

const createdAtSubmission = defineCheck<Submitted>({
  rule: 'job.time.created-at-submission',
  input: fc.record({
    route: fc.constantFrom<MediaRoute>('image', 'transcription'),
    movedMs: fc.constantFrom(0, 3_600_000, 86_400_000),
    isRetry: fc.boolean(),
  }),
  examples: [{ route: 'image', movedMs: 3_600_000, isRetry: true }],
  cases: 4,
  async decide(world, { route, movedMs, isRetry }) {
    const account = await world.account();
    const model = await mediaModel(account, route);
    const extra = isRetry ? { retry_of: (await finishedJob(world, account, 'failed', route)).id } : {};
    if (movedMs > 0) await account.advance(movedMs);
    const fromMs = await account.now();
    const { job, exchange } = await submitJob(account.key, model, extra);
    const untilMs = await account.now();
    const createdMs = momentOf(job.created_at);
    expectThat(world, createdMs >= fromMs - slackMs && createdMs <= untilMs + slackMs, {
      expected: `created_at between ${new Date(fromMs).toISOString()} and ${new Date(untilMs).toISOString()} on the account's clock`,
      observed: String(job.created_at),
      exchanges: [exchange.id],
    });
  },
});

const endSlackMs = 15_000;
/** How long a held job waits for its endpoint: more than the slack, and less than gateways wait. */
const heldMs = 25_000;

/** A job that ends after a while; its moments are those between which it did. */
async function heldJob(world: World, account: Account, { route, state }: Ended) {
  const held = await holdJob(account, { route, faults: state === 'failed' ? [serverError] : [] });
  await account.advance(heldMs);
  const { job } = await readJob(account.key, held.id);
  if (isFinalJob(job)) throw new NotExercised('the job did not wait for its endpoint');
  const fromMs = await account.now();
  if (state === 'canceled') await cancelForGood(world, account, held);
  else held.release();
  if (state === 'failed') await readUntilEnd(world, account, held.id);
  return { fromMs, ...(await untilState(world, account.key, held.id, state)) };
}

interface Ended {
  readonly route: MediaRoute;
  readonly state: EndState;
  readonly movedMs: number;
  readonly isHeld: boolean;
}

const completedAtEnd = defineCheck({
  rule: 'job.time.completed-at-end',
  input: fc.record<Ended>({
    route: fc.constantFrom(...mediaRoutes),
    state: fc.constantFrom(...endStates),
    movedMs: fc.constantFrom(3_600_000, 86_400_000),
    isHeld: fc.boolean(),
  }),
  examples: mediaRoutes.flatMap((route, place) =>
    endStates.map((state, at) => ({ route, state, movedMs: 3_600_000, isHeld: (place + at) % 2 === 0 })),
  ),
  cases: 7,
  async decide(world, ended) {
    const account = await world.account();
    await account.advance(ended.movedMs);
    const beforeMs = await account.now();
    const seen = ended.isHeld
      ? await heldJob(world, account, ended)
      : { fromMs: beforeMs, ...(await finishedJob(world, account, ended.state, ended.route)) };
    const { fromMs, job, exchange } = seen;
    const untilMs = await account.now();
    if (isAbsent(job.completed_at)) throw new NotExercised('the job names no completed_at');
    const completedMs = momentOf(job.completed_at);
    expectThat(world, completedMs >= fromMs - endSlackMs && completedMs <= untilMs + endSlackMs, {
      expected: `completed_at between ${new Date(fromMs).toISOString()} and ${new Date(untilMs).toISOString()} on the account's clock`,
      observed: String(job.completed_at),
      exchanges: [exchange.id],
    });
  },
});

/** A job may begin its work anew, and then have started later (freedom F013): not while its one endpoint is held. */
const startedAtKept = defineCheck({
  rule: 'job.time.started-at-kept',
  ...every(...mediaRoutes),
  async decide(world, route) {
    const account = await world.account();
    const held = await holdJob(account, { route });
    const first = await readJob(account.key, held.id);
    await account.advance(heldMs);
    const later = await readJob(account.key, held.id);
    const calls = held.model.upstreams[0]?.calls().length;
    if (isFinalJob(later.job) || calls !== 1) throw new NotExercised('the job did not wait for its endpoint');
    if (isAbsent(first.job.started_at) || isAbsent(later.job.started_at))
      throw new NotExercised('the job names no started_at while it runs');
    expectThat(world, momentOf(later.job.started_at) === momentOf(first.job.started_at), {
      expected: `started_at ${String(first.job.started_at)} as before, the endpoint being held`,
      observed: String(later.job.started_at),
      exchanges: [first.exchange.id, later.exchange.id],
    });
  },
});

export default [standing, createdAtSubmission, startedAtKept, completedAtEnd];
