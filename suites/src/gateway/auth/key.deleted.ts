import { defineCheck } from '@gateproof/harness';
import fc from 'fast-check';
import { expectUnauthorized } from '../../support/refused-at.ts';
import { bearer } from '../../support/routes.ts';

export default defineCheck({
  rule: 'auth.key.deleted',
  input: fc.constant('a deleted key'),
  cases: 1,
  async decide(world) {
    const account = await world.account();
    const deleted = await account.deletedKey();
    await expectUnauthorized(world, account.key.secret, await account.usableModel(), [bearer(deleted.secret)]);
  },
});
