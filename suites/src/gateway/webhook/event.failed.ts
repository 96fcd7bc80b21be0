import { defineCheck, expectThat, type Fault, NotArranged, NotExercised } from '@gateproof/harness';
import { deliveryOf } from '../../support/deliveries.ts';
import { every } from '../../support/every.ts';
import { callFor, failing, mediaModel } from '../../support/held-jobs.ts';
import { isFinalJob, jobOf, notToldAtSubmission, sendSubmission, submitJob } from '../../support/media-jobs.ts';
import { failureFor, inTime, listen, typeOf } from '../../support/webhooks.ts';

const minuteMs = 60_000;
/** Waits between which the clock is moved on; nobody waits for an endpoint longer than four days. */
const waitsMs = [minuteMs, 60 * minuteMs, 24 * 60 * minuteMs, 3 * 24 * 60 * minuteMs];

/** However a job fails, its event comes. */
export default defineCheck({
  rule: 'webhook.event.failed',
  ...every<readonly Fault[]>(
    [{ kind: 'status', status: 500 }],
    [
      { kind: 'status', status: 503 },
      { kind: 'status', status: 500 },
    ],
    [{ kind: 'empty' }],
    [{ kind: 'moderation-refusal' }],
    [{ kind: 'unauthorized' }],
    [{ kind: 'hang' }],
  ),
  async decide(world, faults) {
    const { account, webhook } = await listen(world);
    for (const fault of faults) {
      const model = await mediaModel(account, 'image', [failing(fault)]);
      const exchange = await sendSubmission(account.key, model);
      // Endpoint troubles may be told at submission (freedom F072).
      notToldAtSubmission(exchange);
      const id = jobOf(exchange)?.id;
      if (id === undefined) {
        await submitJob(account.key, await mediaModel(account, 'image'));
        throw new NotExercised('the trouble was told at submission');
      }
      if (fault.kind === 'hang') {
        if (!world.has('clock')) throw new NotArranged('nobody waits that long for an endpoint');
        await callFor(account, { id: String(id), model });
        for (const waitMs of [world.upstreamTimeoutMs + 1_000, ...waitsMs]) {
          await account.advance(waitMs);
          if (await world.until(() => webhook.deliveries().length > 0, 200)) break;
        }
        // When it gives up is the gateway's own affair.
        const read = await account.key.job(String(id));
        const job = jobOf(read);
        // A gateway may have forgotten it by then (freedom F104), and nobody can tell when it ended.
        if (job === undefined || !isFinalJob(job)) throw new NotExercised('the job is not final after four days');
      }
      const delivered = await failureFor(world, account, webhook, String(id));
      const told = delivered === undefined ? undefined : typeOf(deliveryOf(delivered, world.prefix));
      expectThat(world, told === 'job.failed', {
        expected: `job.failed for job ${String(id)}, whose endpoint failed (${fault.kind}), ${inTime(world)} of its end`,
        observed: delivered === undefined ? 'no delivery' : String(told),
        exchanges: [exchange.id, ...(delivered === undefined ? [] : [delivered.id])],
      });
    }
  },
});
