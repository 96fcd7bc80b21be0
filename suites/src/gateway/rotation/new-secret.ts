import { defineCheck } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { type EndState, endStates } from '../../support/finished-jobs.ts';
import { nextDelivery, rotated } from '../../support/rotations.ts';
import { expectSignedBy } from '../../support/signatures.ts';

export default defineCheck({
  rule: 'rotation.new-secret.signs',
  ...every<EndState>(...endStates),
  async decide(world, state) {
    const at = await rotated(world);
    expectSignedBy(world, await nextDelivery(world, at, state), at.fresh, 'the new secret');
  },
});
