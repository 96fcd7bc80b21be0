import { caution, defineCheck, expectThat } from '@gateproof/harness';

import { every } from '../../support/every.ts';
import { nextDelivery, rotated } from '../../support/rotations.ts';
import { signatureOf } from '../../support/signatures.ts';

export default defineCheck({
  rule: 'rotation.two-signatures',
  ...every<number | 'after a retirement' | 'at a second endpoint'>(1, 3, 'after a retirement', 'at a second endpoint'),
  describe: (how) => (typeof how === 'number' ? `${how} deliveries after the rotation` : how),
  async decide(world, how) {
    const at = await rotated(world, { second: how === 'at a second endpoint' });
    if (how === 'after a retirement') {
      await at.webhook.retirePrevious();
      await at.webhook.rotate();
    }
    for (let made = 0; made < (typeof how === 'number' ? how : 1); made += 1) {
      const exchange = await nextDelivery(world, at);
      const { count } = signatureOf(world, exchange, []);
      const finding = {
        expected: 'two v1 entries after a rotation',
        observed: `${count} v1 entries`,
        exchanges: [exchange.id],
      };
      // A later delivery may come after the previous secret was retired by time (freedom F148).
      if (made > 0 && count === 1) caution(world, finding);
      expectThat(world, count >= 2, finding);
      if (count > 2) caution(world, finding);
    }
  },
});
