import { defineCheck } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { endStates } from '../../support/finished-jobs.ts';
import { nextDelivery, rotated } from '../../support/rotations.ts';
import { expectNotSignedBy } from '../../support/signatures.ts';

export default defineCheck({
  rule: 'rotation.retired-secret.absent',
  ...every(...endStates),
  cases: 2,
  requestsPerCase: 30,
  async decide(world, state) {
    const at = await rotated(world);
    await at.webhook.retirePrevious();
    expectNotSignedBy(world, await nextDelivery(world, at, state), at.previous, 'the retired secret');
  },
});
