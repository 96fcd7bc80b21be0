import { defineCheck, expectServed } from '@gateproof/harness';
import fc from 'fast-check';
import { submit } from '../../support/submissions.ts';

export default defineCheck({
  rule: 'auth.model.allowed',
  input: fc.constant('a model inside the set'),
  cases: 2,
  async decide(world) {
    const account = await world.account();
    const { key, allowed } = await account.restrictedKey();
    expectServed(world, await submit('chat', key, allowed));
  },
});
