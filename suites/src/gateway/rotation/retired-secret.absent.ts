import { defineCheck } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { type EndState, endStates } from '../../support/finished-jobs.ts';
import { nextDelivery, rotated } from '../../support/rotations.ts';
import { expectNotSignedBy } from '../../support/signatures.ts';

export default defineCheck({
  rule: 'rotation.retired-secret.absent',
  ...every<EndState | 'a further rotation'>(...endStates, 'a further rotation'),
  async decide(world, how) {
    const at = await rotated(world);
    await at.webhook.retirePrevious();
    if (how === 'a further rotation') await at.webhook.rotate();
    const exchange = await nextDelivery(world, at, how === 'a further rotation' ? 'succeeded' : how);
    expectNotSignedBy(world, exchange, at.previous, 'the retired secret');
  },
});
