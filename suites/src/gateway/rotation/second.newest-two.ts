import { defineCheck } from '@gateproof/harness';
import fc from 'fast-check';
import { nextDelivery, rotated } from '../../support/rotations.ts';
import { expectSignedBy } from '../../support/signatures.ts';

export default defineCheck({
  rule: 'rotation.second.newest-two',
  input: fc.integer({ min: 1, max: 2 }),
  cases: 2,
  requestsPerCase: 30,
  async decide(world, furtherRotations) {
    const at = await rotated(world);
    const secrets = [at.fresh];
    for (let made = 0; made < furtherRotations; made += 1) secrets.unshift(await at.webhook.rotate());
    const exchange = await nextDelivery(world, at);
    expectSignedBy(world, exchange, secrets[0], 'the newest secret');
    expectSignedBy(world, exchange, secrets[1], 'the one before it');
  },
});
