import { defineCheck } from '@gateproof/harness';
import fc from 'fast-check';
import { waitingRetry } from '../../support/rotations.ts';
import { expectSignedBy } from '../../support/signatures.ts';

/** The retry was queued before the rotation, and leaves after it. */
export default defineCheck({
  rule: 'rotation.retry.both-sign',
  input: fc.integer({ min: 1, max: 3 }),
  cases: 2,
  requestsPerCase: 30,
  async decide(world, earlierRetries) {
    const waiting = await waitingRetry(world);
    for (let made = 1; made < earlierRetries; made += 1) await waiting.account.advance(60_000);
    const [previous] = waiting.webhook.secrets();
    const fresh = await waiting.webhook.rotate();
    const exchange = await waiting.retry();
    expectSignedBy(world, exchange, fresh, 'the new secret');
    expectSignedBy(world, exchange, previous, 'the previous secret');
  },
});
