import { defineCheck, expectEqualJson, expectThat, isObject, type JsonObject, type World } from '@gateproof/harness';
import fc from 'fast-check';
import { momentOf } from '../../support/date-time.ts';
import { every } from '../../support/every.ts';
import { type EndState, endStates, finishedJob, readAgain } from '../../support/finished-jobs.ts';
import { holdJob } from '../../support/held-jobs.ts';
import { isAbsent } from '../../support/json.ts';
import { isFinalJob, outputOf, readJob, readUntil } from '../../support/media-jobs.ts';

const hourMs = 3_600_000;
const laterMs = [60_000, hourMs, 12 * hourMs] as const;
const anyEnd = fc.record({ state: fc.constantFrom<EndState>(...endStates), laterMs: fc.constantFrom(...laterMs) });

/** A final job is read, time passes, it is read again: `compare` states what must be the same. */
function keeps<Input extends { readonly state: EndState; readonly laterMs: number }>(
  rule: string,
  input: fc.Arbitrary<Input>,
  compare: (world: World, before: JsonObject, after: JsonObject, exchanges: readonly string[]) => void,
) {
  return defineCheck({
    rule,
    input,
    cases: 4,
    requestsPerCase: 20,
    async decide(world, { state, laterMs: passedMs }) {
      const account = await world.account();
      const before = await finishedJob(world, account, state);
      await account.advance(passedMs);
      // Whatever is asked of it meanwhile.
      await account.key.cancel(before.id);
      const after = await readAgain(account, before.id);
      compare(world, before.job, after.job, [before.exchange.id, after.exchange.id]);
    },
  });
}

const stateKept = keeps('job.final.state-kept', anyEnd, (world, before, after, exchanges) => {
  expectThat(world, after.state === before.state, {
    expected: `state ${String(before.state)} as before`,
    observed: String(after.state),
    exchanges,
  });
});

/** Links may be made anew and files may be purged; what a file is stays. */
function settled(item: JsonObject): JsonObject {
  const { url: _url, url_expires_at: _expiresAt, purged_at: _purgedAt, ...facts } = item;
  return facts;
}

const outputKept = keeps(
  'job.final.output-kept',
  fc.record({ state: fc.constant<EndState>('succeeded'), laterMs: fc.constantFrom(...laterMs) }),
  (world, before, after, exchanges) => {
    expectEqualJson(world, outputOf(before).map(settled), outputOf(after).map(settled), 'the output', { exchanges });
  },
);

const errorKept = keeps(
  'job.final.error-kept',
  fc.record({ state: fc.constant<EndState>('failed'), laterMs: fc.constantFrom(...laterMs) }),
  (world, before, after, exchanges) => {
    const codeOf = ({ error }: JsonObject) => (isObject(error) ? { code: error.code, kind: error.kind } : error);
    expectEqualJson(world, codeOf(before), codeOf(after), 'the error', { exchanges });
  },
);

const completedAtKept = keeps('job.final.completed-at-kept', anyEnd, (world, before, after, exchanges) => {
  const same = isAbsent(before.completed_at) || momentOf(before.completed_at) === momentOf(after.completed_at);
  expectThat(world, same, {
    expected: `completed_at ${String(before.completed_at)} as before`,
    observed: String(after.completed_at),
    exchanges,
  });
});

const lateAnswer = defineCheck({
  rule: 'job.final.late-answer',
  ...every('answers', 'fails'),
  cases: 3,
  requestsPerCase: 30,
  async decide(world, end) {
    const account = await world.account();
    const held = await holdJob(account, end === 'fails' ? { faults: [{ kind: 'status', status: 500 }] } : {});
    await account.key.cancel(held.id);
    const canceled = await readUntil(world, account.key, held.id, isFinalJob);
    if (canceled?.job.state !== 'canceled') return;
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

const readable = defineCheck({
  rule: 'job.final.readable',
  ...every<EndState>(...endStates),
  cases: 3,
  requestsPerCase: 20,
  async decide(world, state) {
    const account = await world.account();
    const { id } = await finishedJob(world, account, state);
    await account.advance(23 * hourMs);
    const exchange = await account.key.job(id);
    expectThat(world, exchange.response?.status === 200, {
      expected: 'a final job to be readable for about a day, as long as its deliveries are retried',
      observed: `status ${exchange.response?.status}`,
      exchanges: [exchange.id],
    });
  },
});

/** What is final stays (States and transitions). */
export default [stateKept, lateAnswer, outputKept, errorKept, completedAtKept, readable];
