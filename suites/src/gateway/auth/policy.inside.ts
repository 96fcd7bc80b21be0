import { defineCheck, expectServed } from '@gateproof/harness';
import fc from 'fast-check';
import { submit } from '../../support/submissions.ts';

export default defineCheck({
  rule: 'auth.policy.inside',
  input: fc.constant('a plain request'),
  cases: 2,
  async decide(world) {
    const account = await world.account();
    expectServed(world, await submit('chat', await account.policyKey(), await account.usableModel()));
  },
});
