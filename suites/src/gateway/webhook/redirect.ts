import { defineCheck, expectThat, NotArranged } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { type EndState, endStates } from '../../support/finished-jobs.ts';
import { firstAttempt, listen, runOutSchedule } from '../../support/webhooks.ts';

interface Row {
  readonly status: number;
  readonly relative: boolean;
  readonly onRetry: boolean;
  readonly state: EndState | undefined;
}

/**
 * The redirect leads to another path of the endpoint, which would acknowledge there: it must hear nothing. What is followed elsewhere would
 * be signed with the secret of the wrong endpoint, and break rules of signatures as well.
 */
export default defineCheck({
  rule: 'webhook.redirect.not-followed',
  ...every<Row>(
    ...[301, 302, 303, 307, 308].map((status, place) => ({
      status,
      relative: place % 2 === 1,
      onRetry: false,
      state: endStates[place % endStates.length],
    })),
    { status: 302, relative: false, onRetry: false, state: 'succeeded' },
    { status: 307, relative: false, onRetry: false, state: 'canceled' },
    { status: 302, relative: false, onRetry: true, state: 'failed' },
  ),
  async decide(world, { status, relative, onRetry, state = 'succeeded' }) {
    if (onRetry && !world.has('clock')) throw new NotArranged('without a clock no retry comes in time');
    const listening = await listen(world);
    const { account, webhook } = listening;
    const target = new URL(webhook.url);
    target.pathname += '/redirected';
    const location = relative ? target.pathname : target.href;
    webhook.answer(
      ...(onRetry ? [{ kind: 'status', status: 500 } as const] : []),
      { kind: 'status', status, headers: { Location: location } },
      { kind: 'status', status: 200 },
    );
    await firstAttempt(world, listening, { state });
    // Until the event is acknowledged: a gateway that sends events in order holds the next one back so long.
    const attempts = onRetry ? 3 : 2;
    if (world.has('clock')) await runOutSchedule(account, () => webhook.deliveries().length >= attempts);
    // The event of another job marks a moment at which a followed redirect would have arrived.
    await firstAttempt(world, listening);
    const followed = webhook.deliveries().filter(({ request }) => request.url.endsWith(target.pathname));
    expectThat(world, followed.length === 0, {
      expected: `a ${status} with a location not to be followed`,
      observed: `${followed.length} deliveries at its location`,
      exchanges: followed.map(({ id }) => id),
    });
  },
});
