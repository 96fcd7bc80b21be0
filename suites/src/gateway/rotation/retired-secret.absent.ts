import { defineCheck } from '@gateproof/harness';
import fc from 'fast-check';
import { endStates } from '../../support/finished-jobs.ts';
import { nextDelivery, rotated } from '../../support/rotations.ts';
import { expectNotSignedBy } from '../../support/signatures.ts';

export default defineCheck({
  rule: 'rotation.retired-secret.absent',
  input: fc.constantFrom(...endStates),
  cases: 2,
  requestsPerCase: 30,
  async decide(world, state) {
    const at = await rotated(world);
    await at.webhook.retirePrevious();
    expectNotSignedBy(world, await nextDelivery(world, at, state), at.previous, 'the retired secret');
  },
});
