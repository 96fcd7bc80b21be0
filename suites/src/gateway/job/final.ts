import {
  type Account,
  defineCheck,
  describeAnswer,
  expectEqualJson,
  expectThat,
  type Fault,
  isObject,
  type JsonObject,
  NotArranged,
  NotExercised,
  script,
  turn,
  type World,
} from '@gateproof/harness';
import { hourMs } from '@gateproof/spec';
import fc from 'fast-check';
import { momentOf } from '../../support/date-time.ts';
import { every } from '../../support/every.ts';
import { type EndState, endStates, finishedJob, readLater } from '../../support/finished-jobs.ts';
import { type HeldJob, holding, holdJob, mediaModel, serverError } from '../../support/held-jobs.ts';
import { itemFactsOf } from '../../support/job-facts.ts';
import { isAbsent } from '../../support/json.ts';
import {
  isFinalJob,
  type MediaRoute,
  mediaRoutes,
  outputOf,
  readJob,
  readUntil,
  submitJob,
  untilState,
} from '../../support/media-jobs.ts';

const laterMs = [60_000, hourMs, 12 * hourMs] as const;

interface Kept {
  readonly state: EndState;
  readonly route: MediaRoute;
  readonly laterMs: number;
}

/** Each of the states on each route for sure. */
function anyOf(...states: readonly EndState[]): {
  readonly input: fc.Arbitrary<Kept>;
  readonly examples: readonly Kept[];
} {
  return {
    input: fc.record({
      state: fc.constantFrom(...states),
      route: fc.constantFrom(...mediaRoutes),
      laterMs: fc.constantFrom(...laterMs),
    }),
    examples: states.flatMap((state) => mediaRoutes.map((route) => ({ state, route, laterMs: laterMs[0] }))),
  };
}

/** A final job is read, time passes, it is read again: `compare` states what must be the same. */
function keeps(
  rule: string,
  any: ReturnType<typeof anyOf>,
  compare: (world: World, before: JsonObject, after: JsonObject, exchanges: readonly string[]) => void,
) {
  return defineCheck({
    rule,
    ...any,
    cases: any.examples.length + 2,
    async decide(world, { state, route, laterMs: passedMs }) {
      const account = await world.account();
      const before = await finishedJob(world, account, state, route);
      await account.advance(passedMs);
      // Whatever is asked of it meanwhile.
      await account.key.cancel(before.id);
      // To another key of the account the job is the same (`job.identity.end`).
      if (world.has('keys')) await (await account.newKey()).job(before.id);
      const after = await readLater(account, before.id);
      compare(world, before.job, after.job, [before.exchange.id, after.exchange.id]);
    },
  });
}

const stateKept = keeps('job.final.state-kept', anyOf(...endStates), (world, before, after, exchanges) => {
  expectThat(world, after.state === before.state, {
    expected: `state ${String(before.state)} as before`,
    observed: String(after.state),
    exchanges,
  });
});

/** Links may be made anew and files may be purged; what a file is stays. */
const outputKept = keeps('job.final.output-kept', anyOf('succeeded'), (world, before, after, exchanges) => {
  expectEqualJson(world, itemFactsOf(before, after), itemFactsOf(after, before), 'the output', { exchanges });
});

/** Several images stay as many, and in their order. */
const imagesKept = defineCheck({
  ...outputKept,
  input: fc.oneof({ arbitrary: outputKept.input, weight: 4 }, fc.constant('several images')),
  examples: [...(outputKept.examples ?? []), 'several images'],
  cases: (outputKept.cases ?? 4) + 1,
  async decide(world, input) {
    if (input !== 'several images') return outputKept.decide(world, input);
    const account = await world.account();
    const made = script(turn({ kind: 'image', count: 3, seed: world.unique('image') }));
    const { id } = await submitJob(account.key, await mediaModel(account, 'image', [made]));
    const before = await untilState(world, account.key, id, 'succeeded');
    for (const passedMs of [0, 0, laterMs[0]]) {
      if (passedMs > 0) await account.advance(passedMs);
      const after = await readLater(account, id);
      expectEqualJson(world, itemFactsOf(before.job, after.job), itemFactsOf(after.job, before.job), 'the output', {
        exchanges: [before.exchange.id, after.exchange.id],
      });
    }
  },
});

const errorKept = keeps('job.final.error-kept', anyOf('failed'), (world, before, after, exchanges) => {
  if (isAbsent(before.error)) throw new NotExercised('the failed job had no error');
  const codeOf = ({ error }: JsonObject) => (isObject(error) ? { code: error.code, kind: error.kind } : error);
  expectEqualJson(world, codeOf(before), codeOf(after), 'the error', { exchanges });
});

const completedAtKept = keeps('job.final.completed-at-kept', anyOf(...endStates), (world, before, after, exchanges) => {
  if (isAbsent(before.completed_at)) throw new NotExercised('the final job had no completed_at');
  expectThat(world, momentOf(before.completed_at) === momentOf(after.completed_at), {
    expected: `completed_at ${String(before.completed_at)} as before`,
    observed: String(after.completed_at),
    exchanges,
  });
});

const lateEnds = ['answers', 'fails', 'fails before a fallback'] as const;

interface LateEnd {
  readonly route: MediaRoute;
  readonly end: (typeof lateEnds)[number];
  /** When it is canceled. Default: once its endpoint was asked. */
  readonly when?: 'just submitted';
}

/** A job that may not have begun yet. */
async function submitHeld(account: Account, route: MediaRoute): Promise<HeldJob> {
  const model = await mediaModel(account, route, [holding()]);
  return { ...(await submitJob(account.key, model)), model, release: () => model.upstreams[0]?.release() };
}

const lateAnswer = defineCheck<LateEnd>({
  rule: 'job.final.late-answer',
  ...every<LateEnd>(
    ...mediaRoutes.flatMap((route) => lateEnds.map((end) => ({ route, end }))),
    ...mediaRoutes.map((route) => ({ route, end: 'answers' as const, when: 'just submitted' as const })),
  ),
  async decide(world, { route, end, when }) {
    const account = await world.account();
    const faults: readonly Fault[] = end === 'answers' ? [] : [serverError];
    // What serves after a failure must not be what ends a canceled job.
    const extra = end === 'fails before a fallback' ? { models: [(await mediaModel(account, route)).id] } : {};
    const held = await (when === undefined ? holdJob(account, { route, faults, extra }) : submitHeld(account, route));
    await account.key.cancel(held.id);
    const canceled = await readUntil(world, account.key, held.id, isFinalJob, 2_000);
    if (canceled === undefined) throw new NotArranged('no job is canceled before its endpoint has answered');
    if (canceled.job.state !== 'canceled') throw new NotExercised('the work was quicker than the cancel');
    held.release();
    await held.model.upstreams[0]?.calls()[0]?.ended;
    // Another job that runs through marks a moment at which the late answer would have arrived.
    await finishedJob(world, account, 'succeeded');
    const { job, exchange } = await readJob(account.key, held.id);
    expectThat(world, job.state === 'canceled' && outputOf(job).length === outputOf(canceled.job).length, {
      expected: 'the job canceled as before, without new output',
      observed: `state ${String(job.state)}, ${outputOf(job).length} output items`,
      exchanges: [canceled.exchange.id, exchange.id],
    });
  },
});

/** So many jobs of an account that an old one may be put aside for them. */
async function makeMany(world: World, account: Account): Promise<void> {
  const model = await mediaModel(account, 'image');
  for (let made = 0; made < 24; made += 1) {
    const { id } = await submitJob(account.key, model);
    await untilState(world, account.key, id, 'succeeded');
  }
}

const readable = defineCheck({
  rule: 'job.final.readable',
  ...every<EndState | 'a transcription' | 'many since'>(...endStates, 'a transcription', 'many since'),
  async decide(world, state) {
    const account = await world.account();
    const route = state === 'a transcription' ? 'transcription' : 'image';
    const end = state === 'a transcription' || state === 'many since' ? 'succeeded' : state;
    const { id } = await finishedJob(world, account, end, route);
    if (state === 'many since') await makeMany(world, account);
    else await account.advance(23 * hourMs);
    const exchange = await account.key.job(id);
    expectThat(world, exchange.response?.status === 200, {
      expected: 'a final job to be readable for about a day, as long as its deliveries are retried',
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    });
  },
});

/** What is final stays (States and transitions). */
export default [stateKept, lateAnswer, imagesKept, errorKept, completedAtKept, readable];
