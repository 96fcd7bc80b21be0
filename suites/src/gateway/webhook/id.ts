import { defineCheck, expectThat, SetupFailed } from '@gateproof/harness';
import fc from 'fast-check';
import type { Delivery } from '../../support/deliveries.ts';
import { every } from '../../support/every.ts';
import { type EndState, endStates } from '../../support/finished-jobs.ts';
import { attemptsFor, firstAttempt, listen, runOutSchedule } from '../../support/webhooks.ts';

/** The attempts at one event that nobody acknowledges carry one value. */
function same(rule: string, what: string, read: (delivery: Delivery) => unknown) {
  return defineCheck({
    rule,
    ...every<EndState>(...endStates),
    cases: 3,
    requestsPerCase: 20,
    async decide(world, state) {
      const listening = await listen(world);
      listening.webhook.answer({ kind: 'status', status: 503 });
      const { job } = await firstAttempt(world, listening, { state });
      await runOutSchedule(listening.account);
      const attempts = attemptsFor(world, listening.webhook, job.id);
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
  input: fc.integer({ min: 2, max: 4 }),
  cases: 2,
  requestsPerCase: 30,
  async decide(world, count) {
    const listening = await listen(world);
    const ids = [];
    for (let made = 0; made < count; made += 1) ids.push((await firstAttempt(world, listening)).delivery.event?.id);
    expectThat(world, new Set(ids).size === count, {
      expected: `${count} event ids for ${count} jobs`,
      observed: ids.join(', '),
    });
  },
});

/** What an event is known by (Receiver obligations and delivery rules, 3). */
export default [
  same('webhook.id.same-on-retry', 'event id', ({ event }) => event?.id),
  distinct,
  same(
    'webhook.id.type-same-on-retry',
    'type',
    ({ event, eventHeader }) => `${String(event?.type)} ${eventHeader ?? ''}`,
  ),
  same('webhook.id.created-at-same-on-retry', 'created_at', ({ event }) => event?.created_at),
];
