import { caution, defineCheck, expectThat } from '@gateproof/harness';
import fc from 'fast-check';
import { nextDelivery, rotated } from '../../support/rotations.ts';
import { signatureOf } from '../../support/signatures.ts';

export default defineCheck({
  rule: 'rotation.two-signatures',
  input: fc.integer({ min: 1, max: 3 }),
  cases: 2,
  requestsPerCase: 30,
  async decide(world, deliveries) {
    const at = await rotated(world);
    for (let made = 0; made < deliveries; made += 1) {
      const exchange = await nextDelivery(world, at);
      const { count } = signatureOf(world, exchange, []);
      const finding = { expected: 'two v1 entries after a rotation', observed: `${count}`, exchanges: [exchange.id] };
      expectThat(world, count >= 2, finding);
      if (count > 2) caution(world, finding);
    }
  },
});
