import { defineCheck } from '@gateproof/harness';
import fc from 'fast-check';
import { type EndState, endStates } from '../../support/finished-jobs.ts';
import { nextDelivery, rotated } from '../../support/rotations.ts';
import { expectSignedBy } from '../../support/signatures.ts';

/** Every event type, one after the other, on one endpoint. */
export default defineCheck({
  rule: 'rotation.every-delivery',
  input: fc.shuffledSubarray<EndState>([...endStates], { minLength: endStates.length }),
  examples: [[...endStates]],
  cases: 2,
  requestsPerCase: 60,
  async decide(world, order) {
    const at = await rotated(world);
    for (const [place, state] of [...order, ...order].entries()) {
      const exchange = await nextDelivery(world, at, state, place < order.length ? 'image' : 'transcription');
      expectSignedBy(world, exchange, at.fresh, 'the new secret');
      expectSignedBy(world, exchange, at.previous, 'the previous secret');
    }
  },
});
