import { type Account, defineCheck, expectThat, NotExercised, type World } from '@gateproof/harness';
import fc from 'fast-check';
import { momentOf } from '../../support/date-time.ts';
import { type EndState, endStates, finishedJob } from '../../support/finished-jobs.ts';
import { cancelForGood, holdJob, serverError } from '../../support/held-jobs.ts';
import { isAbsent } from '../../support/json.ts';
import {
  isFinalJob,
  type MediaRoute,
  mediaRoutes,
  readJob,
  readUntilEnd,
  untilState,
} from '../../support/media-jobs.ts';

const slackMs = 15_000;
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

export default defineCheck({
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
    expectThat(world, completedMs >= fromMs - slackMs && completedMs <= untilMs + slackMs, {
      expected: `completed_at between ${new Date(fromMs).toISOString()} and ${new Date(untilMs).toISOString()} on the account's clock`,
      observed: String(job.completed_at),
      exchanges: [exchange.id],
    });
  },
});
