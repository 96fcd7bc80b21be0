import { defineCheck, expectThat } from '@gateproof/harness';
import fc from 'fast-check';
import { nextDelivery, rotated } from '../../support/rotations.ts';
import { expectSignedBy, signatureOf } from '../../support/signatures.ts';

export default defineCheck({
  rule: 'rotation.retired-secret.one-signature',
  input: fc.constant('retired'),
  cases: 1,
  requestsPerCase: 30,
  async decide(world) {
    const at = await rotated(world);
    await at.webhook.retirePrevious();
    const exchange = await nextDelivery(world, at);
    expectSignedBy(world, exchange, at.fresh, 'the new secret');
    const { count } = signatureOf(world, exchange, []);
    expectThat(world, count === 1, {
      expected: 'one v1 after the retirement',
      observed: `${count}`,
      exchanges: [exchange.id],
    });
  },
});
