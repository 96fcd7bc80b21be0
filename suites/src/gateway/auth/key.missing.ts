import { defineCheck } from '@gateproof/harness';
import fc from 'fast-check';
import { expectUnauthorized } from '../../support/refused-at.ts';

export default defineCheck({
  rule: 'auth.key.missing',
  input: fc.constant('no Authorization header'),
  cases: 1,
  async decide(world) {
    const account = await world.account();
    await expectUnauthorized(world, account.key.secret, await account.usableModel(), []);
  },
});
