import { defineCheck, expectThat } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { firstAttempt, hourMs, listen } from '../../support/webhooks.ts';

/** The redirect leads to another endpoint of ours that would acknowledge: it must hear nothing. */
export default defineCheck({
  rule: 'webhook.redirect.not-followed',
  ...every(
    ...[301, 302, 303, 307, 308].map((status, place) => ({ status, relative: place % 2 === 1 })),
    { status: 302, relative: false },
    { status: 307, relative: false },
  ),
  cases: 7,
  requestsPerCase: 20,
  async decide(world, { status, relative }) {
    const listening = await listen(world);
    const { account, webhook } = listening;
    // An endpoint of another account: nothing but a redirect leads this account's deliveries there.
    const target = await (await world.account()).webhook({ path: '/elsewhere' });
    const location = relative ? `${new URL(webhook.url).pathname}/redirected` : target.url;
    webhook.answer({ kind: 'status', status, headers: { Location: location } }, { kind: 'status', status: 200 });
    await firstAttempt(world, listening);
    if (world.has('clock')) await account.advance(2 * hourMs);
    // The event of another job marks a moment at which a followed redirect would have arrived.
    await firstAttempt(world, listening);
    const followed = [
      ...target.deliveries(),
      ...webhook.deliveries().filter(({ request }) => request.url.endsWith('/redirected')),
    ];
    expectThat(world, followed.length === 0, {
      expected: `a ${status} with a location not to be followed`,
      observed: `${followed.length} deliveries at its location`,
      exchanges: followed.map(({ id }) => id),
    });
  },
});
