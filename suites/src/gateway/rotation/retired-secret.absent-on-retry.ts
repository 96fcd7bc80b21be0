import { defineCheck } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { waitingRetry } from '../../support/rotations.ts';
import { expectNotSignedBy } from '../../support/signatures.ts';

/** The retry was queued while the previous secret still signed. */
export default defineCheck({
  rule: 'rotation.retired-secret.absent-on-retry',
  ...every(false, true),
  async decide(world, withRetryBetween) {
    const waiting = await waitingRetry(world);
    const [previous] = waiting.webhook.secrets();
    await waiting.webhook.rotate();
    if (withRetryBetween) await waiting.account.advance(120_000);
    await waiting.webhook.retirePrevious();
    const exchange = await waiting.retryDespite('a retirement');
    expectNotSignedBy(world, exchange, previous, 'the retired secret');
  },
});
