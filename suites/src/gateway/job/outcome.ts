import {
  type Account,
  caution,
  controlThat,
  defineCheck,
  expectThat,
  type Model,
  NotExercised,
  script,
  turn,
  type World,
} from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { cancelHeld, failing, holding, mediaModel, serverError, untilAsked } from '../../support/held-jobs.ts';
import {
  isFinalJob,
  jobOf,
  type MediaRoute,
  readJob,
  readUntil,
  readUntilEnd,
  type SubmittedJob,
  sendSubmission,
  submitJob,
} from '../../support/media-jobs.ts';

/** States in which final state a job ends. */
async function expectEnd(world: World, seen: SubmittedJob | undefined, last: string, state: string): Promise<void> {
  expectThat(world, seen?.job.state === state, {
    expected: `the job to become ${state}`,
    observed: seen === undefined ? `it is not final (${last})` : `it became ${String(seen.job.state)}`,
    ...(seen === undefined ? {} : { exchanges: [seen.exchange.id] }),
  });
}

/** The endpoint refuses for the rate, and goes on doing so. */
async function endsLimited(world: World, account: Account, route: MediaRoute): Promise<void> {
  const model = await mediaModel(account, route, [failing({ kind: 'rate-limited' })]);
  const job = jobOf(await sendSubmission(account.key, model));
  if (job === undefined) throw new NotExercised('the refusal is reported at submission');
  const seen = await readUntilEnd(world, account, String(job.id));
  if (seen === undefined) throw new NotExercised('a job waits for longer than an hour for an endpoint that is busy');
  await expectEnd(world, seen, 'its endpoint refuses it', 'failed');
}

function ends(rule: string, route: MediaRoute, state: 'succeeded' | 'failed') {
  return defineCheck({
    rule,
    // Answered at once, or after the job has been seen at work; or refused for the rate.
    ...every<boolean | 'limited'>(false, true, ...(state === 'failed' ? (['limited'] as const) : [])),
    cases: state === 'failed' ? 4 : 3,
    describe: (held) =>
      held === 'limited' ? 'refused for the rate' : held ? 'seen at work before' : 'answered at once',
    async decide(world, heldFirst) {
      const account = await world.account();
      if (heldFirst === 'limited') return endsLimited(world, account, route);
      const fault = state === 'failed' ? [serverError] : [];
      const upstream = heldFirst ? holding(...fault) : state === 'failed' ? failing(serverError) : undefined;
      const model = await mediaModel(account, route, upstream === undefined ? undefined : [upstream]);
      const { id } = await submitJob(account.key, model);
      if (heldFirst) {
        await untilAsked(account, { id, model });
        model.upstreams[0]?.release();
      }
      const seen = await (state === 'failed'
        ? readUntilEnd(world, account, id)
        : readUntil(world, account.key, id, isFinalJob));
      await expectEnd(world, seen, heldFirst ? 'its endpoint was released' : 'its endpoint answers at once', state);
    },
  });
}

const canceled = defineCheck({
  rule: 'job.outcome.canceled',
  ...every<MediaRoute>('image', 'transcription'),
  cases: 3,
  async decide(world, route) {
    const account = await world.account();
    const model = await mediaModel(account, route, [holding()]);
    const { id } = await submitJob(account.key, model);
    await untilAsked(account, { id, model });
    const { accepted, ended, workWon } = await cancelHeld(world, account, { id, model });
    if (workWon) {
      return caution(world, {
        expected: 'the job to become canceled',
        observed: `the work won against the cancel: it became ${String(ended?.job.state)}`,
        exchanges: [accepted.exchange.id],
      });
    }
    await expectEnd(world, ended, 'it was cancelled long before its endpoint was let go on', 'canceled');
  },
});

const notEarly = defineCheck({
  rule: 'job.outcome.not-early',
  ...every<MediaRoute>('image', 'transcription'),
  cases: 3,
  async decide(world, route) {
    const account = await world.account();
    const model = await mediaModel(account, route, [holding()]);
    const { id } = await submitJob(account.key, model);
    await untilAsked(account, { id, model });
    const { job, exchange } = await readJob(account.key, id);
    controlThat(typeof job.state === 'string', 'the job is read without a state', 'job.field.state.present');
    expectThat(world, !isFinalJob(job), {
      expected: 'queued or processing, while the only endpoint is still working',
      observed: String(job.state),
      exchanges: [exchange.id],
    });
  },
});

/** The first job's endpoint waits by itself, and so does that of the other. */
async function twoOfOneModel(account: Account) {
  const model = await mediaModel(account, 'image', [
    script(
      turn({ kind: 'default' }, { kind: 'hang', gate: 'first' }, serverError),
      turn({ kind: 'default' }, { kind: 'hang', gate: 'other' }),
    ),
  ]);
  const first = await submitJob(account.key, model);
  await untilAsked(account, { id: first.id, model });
  const other = await submitJob(account.key, model);
  await mayBegin(model, 2);
  return { model, first, other };
}

/** A job beside another one at work may be queued until that one has ended (freedom F013). */
async function mayBegin(model: Model, calls = 1): Promise<void> {
  await model.upstreams[0]?.call(calls, 1_000);
}

const independent = defineCheck({
  rule: 'job.outcome.independent',
  ...every('succeeds', 'fails', 'is canceled', 'of the same model fails'),
  async decide(world, end) {
    const account = await world.account();
    if (end === 'of the same model fails') {
      const { model, first, other } = await twoOfOneModel(account);
      model.upstreams[0]?.release('first');
      await readUntil(world, account.key, first.id, isFinalJob, 2_000);
      return expectGoesOn(world, account, other.id, end);
    }
    const model = await mediaModel(account, 'image', [holding()]);
    const ending = await mediaModel(account, 'image', [holding(...(end === 'fails' ? [serverError] : []))]);
    const first = await submitJob(account.key, ending);
    await untilAsked(account, { id: first.id, model: ending });
    const other = await submitJob(account.key, model);
    await mayBegin(model);
    if (end === 'is canceled') await account.key.cancel(first.id);
    else ending.upstreams[0]?.release();
    await readUntil(world, account.key, first.id, isFinalJob);
    await expectGoesOn(world, account, other.id, end);
  },
});

async function expectGoesOn(world: World, account: Account, id: string, end: string): Promise<void> {
  const { job, exchange } = await readJob(account.key, id);
  expectThat(world, !isFinalJob(job), {
    expected: `another job to go on when one ${end}`,
    observed: `it is ${String(job.state)}`,
    exchanges: [exchange.id],
  });
}

/** How a job comes to its end (States and transitions). */
export default [
  ends('job.outcome.succeeded', 'image', 'succeeded'),
  ends('job.outcome.failed', 'image', 'failed'),
  ends('job.outcome.transcription-succeeded', 'transcription', 'succeeded'),
  ends('job.outcome.transcription-failed', 'transcription', 'failed'),
  canceled,
  notEarly,
  independent,
];
