import { controlThat, defineCheck, expectThat } from '@gateproof/harness';
import fc from 'fast-check';
import { nextDelivery, rotated } from '../../support/rotations.ts';
import { signatureOf } from '../../support/signatures.ts';

export default defineCheck({
  rule: 'rotation.retired-secret.one-signature',
  input: fc.constant('retired'),
  cases: 1,
  async decide(world) {
    const at = await rotated(world);
    await at.webhook.retirePrevious();
    const exchange = await nextDelivery(world, at);
    const { count, signs } = signatureOf(world, exchange, [at.fresh]);
    controlThat(signs[0] === true, 'no v1 of the new secret', 'rotation.new-secret.signs');
    expectThat(world, count === 1, {
      expected: 'one v1 after the retirement',
      observed: `${count} v1 entries`,
      exchanges: [exchange.id],
    });
  },
});
