import { defineCheck, NotArranged } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { submit } from '../../support/submissions.ts';
import { expectNoUpstreamCall } from '../../support/without-effect.ts';

export default defineCheck({
  rule: 'auth.policy.refused-without-effect',
  ...every('looser_retention' as const, 'other_region' as const),
  cases: 2,
  async decide(world, name) {
    const wish = world.fragments[name];
    if (wish === undefined) throw new NotArranged(`the target names no fragment ${name}`);
    const account = await world.account();
    const model = await account.model();
    const refused = await submit('chat', await account.policyKey(), model, wish);
    await expectNoUpstreamCall(world, { key: account.key, model }, [refused]);
  },
});
