import { defineCheck, expectThat, type Header, NotArranged, type World } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { holdJob } from '../../support/held-jobs.ts';
import { isFinalJob, readJob, readUntil } from '../../support/media-jobs.ts';
import { bearer } from '../../support/routes.ts';
import { controlRefusedAs } from '../../support/without-effect.ts';

/** Whoever cancels jobs a moment after the answer has done so by then. */
const afterwardsMs = 400;

const headersOf = (world: World, secret: 'missing' | 'unknown'): readonly Header[] =>
  secret === 'missing' ? [] : [bearer(world.unique('sk-unknown'))];

export default defineCheck({
  rule: 'auth.key.refused-cancel-without-effect',
  ...every('missing' as const, 'unknown' as const),
  async decide(world, secret) {
    const account = await world.account();
    const job = await holdJob(account);
    const before = await readJob(account.key, job.id);
    if (isFinalJob(before.job)) throw new NotArranged('the job ends although its endpoint has not answered');
    const path = `/v1/jobs/${encodeURIComponent(job.id)}/cancel`;
    const refused = await world.send({ method: 'POST', path, headers: headersOf(world, secret) });
    controlRefusedAs(refused, { status: 401, rule: 'auth.route.job-cancel' });
    await world.pause(afterwardsMs);
    job.release();
    const after = await readUntil(world, account.key, job.id, isFinalJob);
    expectThat(world, after?.job.state === 'succeeded', {
      expected: 'the job to succeed, because its cancel was refused',
      observed: `state ${String(after?.job.state ?? before.job.state)}`,
      exchanges: [refused.id, ...(after === undefined ? [] : [after.exchange.id])],
    });
  },
});
