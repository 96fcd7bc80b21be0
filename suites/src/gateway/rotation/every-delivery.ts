import { caution, defineCheck, type Exchange } from '@gateproof/harness';
import fc from 'fast-check';
import { type EndState, endStates } from '../../support/finished-jobs.ts';
import { nextDelivery, rotated } from '../../support/rotations.ts';
import { expectSignedBy, signatureOf } from '../../support/signatures.ts';

/** Every event type, one after the other, on one endpoint. */
export default defineCheck({
  rule: 'rotation.every-delivery',
  input: fc.shuffledSubarray<EndState>([...endStates], { minLength: endStates.length }),
  examples: [[...endStates]],
  cases: 2,
  async decide(world, order) {
    const at = await rotated(world);
    const unsigned: Exchange[] = [];
    for (const [place, state] of [...order, ...order].entries()) {
      const exchange = await nextDelivery(world, at, state, place < order.length ? 'transcription' : 'image');
      expectSignedBy(world, exchange, at.fresh, 'the new secret');
      const [isSigned = false] = signatureOf(world, exchange, [at.previous]).signs;
      const [first] = unsigned;
      // What signs a later delivery was not retired when the earlier one was sent.
      if (isSigned && first !== undefined) expectSignedBy(world, first, at.previous, 'the previous secret');
      if (!isSigned) unsigned.push(exchange);
    }
    const [first] = unsigned;
    if (first === undefined) return;
    if (unsigned.length === 2 * order.length) expectSignedBy(world, first, at.previous, 'the previous secret');
    // It may have been retired by time in between (freedom F148).
    caution(world, {
      expected: 'a v1 of the previous secret on every delivery, because nobody retired it',
      observed: `none on the last ${unsigned.length} of ${2 * order.length}`,
      exchanges: unsigned.map(({ id }) => id),
    });
  },
});
