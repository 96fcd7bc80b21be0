import { defineCheck } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { nextDelivery, rotated } from '../../support/rotations.ts';
import { expectSignedBy } from '../../support/signatures.ts';

const hourMs = 3_600_000;

/** Retirement by time is a freedom (F097), but not within hours. */
export default defineCheck({
  rule: 'rotation.previous-secret.lasts',
  ...every(60_000, hourMs, 6 * hourMs),
  cases: 3,
  requestsPerCase: 30,
  async decide(world, passedMs) {
    const at = await rotated(world);
    await at.account.advance(passedMs);
    expectSignedBy(world, await nextDelivery(world, at), at.previous, 'the previous secret, which was not retired');
  },
});
