import { defineCheck } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { expectUnauthorized } from '../../support/refused-at.ts';

export default defineCheck({
  rule: 'auth.scheme.empty-token',
  ...every('Bearer', 'Bearer '),
  async decide(world, value) {
    const account = await world.account();
    await expectUnauthorized(world, account.key.secret, await account.servedModel(), [['Authorization', value]]);
  },
});
