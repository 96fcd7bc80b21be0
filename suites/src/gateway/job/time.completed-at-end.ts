import { defineCheck, expectThat, NotExercised } from '@gateproof/harness';
import fc from 'fast-check';
import { momentOf } from '../../support/date-time.ts';
import { type EndState, endStates, finishedJob } from '../../support/finished-jobs.ts';
import { isAbsent } from '../../support/json.ts';

const slackMs = 15_000;

export default defineCheck({
  rule: 'job.time.completed-at-end',
  input: fc.record({ state: fc.constantFrom<EndState>(...endStates), movedMs: fc.constantFrom(3_600_000, 86_400_000) }),
  cases: 4,
  requestsPerCase: 20,
  async decide(world, { state, movedMs }) {
    const account = await world.account();
    await account.advance(movedMs);
    const fromMs = await account.now();
    const { job, exchange } = await finishedJob(world, account, state);
    const untilMs = await account.now();
    if (isAbsent(job.completed_at)) throw new NotExercised('the job names no completed_at');
    const completedMs = momentOf(job.completed_at);
    expectThat(world, completedMs >= fromMs - slackMs && completedMs <= untilMs + slackMs, {
      expected: `completed_at between ${new Date(fromMs).toISOString()} and ${new Date(untilMs).toISOString()} on the account's clock`,
      observed: String(job.completed_at),
      exchanges: [exchange.id],
    });
  },
});
