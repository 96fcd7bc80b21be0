import { defineCheck, expectThat } from '@gateproof/harness';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { finishedJob } from '../../support/finished-jobs.ts';
import { holdJob } from '../../support/held-jobs.ts';
import type { MediaRoute } from '../../support/media-jobs.ts';
import { attemptsFor, deliveryFor, firstAttempt, inTime, listen, runOutSchedule } from '../../support/webhooks.ts';

const addedWhileRunning = defineCheck({
  rule: 'webhook.endpoint.added-while-running',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const account = await world.account();
    const held = await holdJob(account, { route });
    const webhook = await account.webhook();
    held.release();
    expectThat(world, (await deliveryFor(world, webhook, held.id)) !== undefined, {
      expected: 'the event of a job that was running when the endpoint was added',
      observed: `no delivery ${inTime(world)}`,
    });
  },
});

const addedAfter = defineCheck({
  rule: 'webhook.endpoint.added-after',
  input: fc.constant('a job that was final before'),
  cases: 1,
  async decide(world) {
    const account = await world.account();
    const earlier = await finishedJob(world, account, 'succeeded');
    const webhook = await account.webhook();
    await firstAttempt(world, { account, webhook });
    expectThat(world, attemptsFor(world, webhook, earlier.id).length === 0, {
      expected: 'nothing of a job that was final before the endpoint was added',
      observed: 'its event',
    });
  },
});

const removed = defineCheck({
  rule: 'webhook.endpoint.removed',
  input: fc.constant('removed after the first attempt'),
  cases: 1,
  async decide(world) {
    const listening = await listen(world);
    const { account, webhook } = listening;
    webhook.answer({ kind: 'status', status: 500 });
    const { job } = await firstAttempt(world, listening);
    await webhook.remove();
    const before = attemptsFor(world, webhook, job.id).length;
    await runOutSchedule(account);
    const after = attemptsFor(world, webhook, job.id).length;
    expectThat(world, after === before, {
      expected: 'no attempt at an endpoint that was removed',
      observed: `${after - before} attempts`,
    });
  },
});

/** Endpoints that come and go (Events). */
export default [addedWhileRunning, addedAfter, removed];
