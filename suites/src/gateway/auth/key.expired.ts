import { defineCheck } from '@gateproof/harness';
import fc from 'fast-check';
import { expectUnauthorized } from '../../support/refused-at.ts';
import { bearer } from '../../support/routes.ts';

export default defineCheck({
  rule: 'auth.key.expired',
  input: fc.constant('an expired key'),
  cases: 1,
  async decide(world) {
    const account = await world.account();
    const expired = await account.expiredKey();
    await expectUnauthorized(world, account.key.secret, await account.usableModel(), [bearer(expired.secret)]);
  },
});
