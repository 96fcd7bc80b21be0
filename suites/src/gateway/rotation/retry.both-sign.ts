import { defineCheck } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { waitingRetry } from '../../support/rotations.ts';
import { expectSignedBy } from '../../support/signatures.ts';

/** The retry was queued before the rotation, and leaves after it. */
export default defineCheck({
  rule: 'rotation.retry.both-sign',
  ...every(0, 1, 2),
  cases: 3,
  requestsPerCase: 30,
  async decide(world, earlierRetries) {
    const waiting = await waitingRetry(world);
    for (let made = 0; made < earlierRetries; made += 1) await waiting.retry();
    const [previous] = waiting.webhook.secrets();
    const fresh = await waiting.webhook.rotate();
    const exchange = await waiting.retryDespite('a rotation');
    expectSignedBy(world, exchange, fresh, 'the new secret');
    expectSignedBy(world, exchange, previous, 'the previous secret');
  },
});
