import { defineCheck, expectThat } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { endStates } from '../../support/finished-jobs.ts';
import { nextDelivery, rotated } from '../../support/rotations.ts';
import { signatureOf } from '../../support/signatures.ts';

export default defineCheck({
  rule: 'rotation.one-timestamp',
  ...every(...endStates),
  async decide(world, state) {
    const at = await rotated(world);
    const exchange = await nextDelivery(world, at, state);
    const { count, signs } = signatureOf(world, exchange, [at.fresh, at.previous]);
    const valid = signs.filter(Boolean).length;
    expectThat(world, valid >= Math.min(2, count), {
      expected: `all ${count} v1 entries computed over the one t and the body of the delivery`,
      observed: `${valid} of them`,
      exchanges: [exchange.id],
    });
  },
});
