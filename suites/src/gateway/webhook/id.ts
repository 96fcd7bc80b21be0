import { defineCheck, expectThat, NotArranged, NotExercised, SetupFailed } from '@gateproof/harness';
import type { Delivery } from '../../support/deliveries.ts';
import { every } from '../../support/every.ts';
import { failuresOf } from '../../support/failing-answers.ts';
import { type EndState, endStates } from '../../support/finished-jobs.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { submitJob } from '../../support/media-jobs.ts';
import { attemptsFor, deliveryFor, firstAttempt, listen, runOutSchedule } from '../../support/webhooks.ts';

/** How the job of an event ends, or that the secret is rotated between the first attempt and the second. */
type Retried = EndState | 'after a rotation';

/** The attempts at one event that nobody acknowledges carry one value. */
function same(
  rule: string,
  what: string,
  read: (delivery: Delivery) => unknown,
  retried: readonly Retried[] = endStates,
) {
  return defineCheck({
    rule,
    ...every<Retried>(...retried),
    async decide(world, how) {
      const isRotated = how === 'after a rotation';
      if (isRotated && !world.has('rotation')) throw new NotArranged('secrets can not be rotated');
      const listening = await listen(world);
      listening.webhook.answer(...failuresOf(isRotated ? 'succeeded' : how));
      const { job } = await firstAttempt(world, listening, { state: isRotated ? 'succeeded' : how });
      if (isRotated) await listening.webhook.rotate();
      await runOutSchedule(listening.account);
      const attempts = attemptsFor(world, listening.webhook, job.id);
      // What a rotation does to what waits is another rule's business.
      if (attempts.length < 2 && isRotated) throw new NotExercised('no retry came after the rotation');
      if (attempts.length < 2)
        throw new SetupFailed('a failed delivery is not tried again', { prerequisite: 'webhook.failure.status-5xx' });
      const values = new Set(attempts.map(read));
      expectThat(world, values.size === 1, {
        expected: `one ${what} at all ${attempts.length} attempts`,
        observed: [...values].join(', '),
        exchanges: attempts.map(({ exchange }) => exchange.id),
      });
    },
  });
}

const distinct = defineCheck({
  rule: 'webhook.id.distinct',
  ...every<EndState | 'all' | 'one model'>('all', 'succeeded', 'failed', 'canceled', 'one model'),
  async decide(world, which) {
    const listening = await listen(world);
    const jobs: string[] = [];
    if (which === 'one model') {
      const model = await mediaModel(listening.account, 'image');
      for (let made = 0; made < 3; made += 1) jobs.push((await submitJob(listening.account.key, model)).id);
    } else {
      for (const state of which === 'all' ? [...endStates, 'succeeded' as const] : [which, which])
        jobs.push((await firstAttempt(world, listening, { state })).job.id);
    }
    const ids: unknown[] = [];
    for (const job of jobs) {
      await deliveryFor(world, listening.webhook, job);
      ids.push(attemptsFor(world, listening.webhook, job)[0]?.event?.id);
    }
    // One that did not arrive is another rule's business.
    const present = ids.filter((id) => id !== undefined);
    expectThat(world, new Set(present).size === present.length, {
      expected: `${present.length} event ids for ${present.length} jobs`,
      observed: present.join(', '),
    });
  },
});

/** What an event is known by (Receiver obligations and delivery rules, 3). */
export default [
  same('webhook.id.same-on-retry', 'event id', ({ event }) => event?.id, [...endStates, 'after a rotation']),
  distinct,
  same(
    'webhook.id.type-same-on-retry',
    'type',
    ({ event, eventHeader }) => `${String(event?.type)} ${eventHeader ?? ''}`,
  ),
  same('webhook.id.created-at-same-on-retry', 'created_at', ({ event }) => event?.created_at),
];
