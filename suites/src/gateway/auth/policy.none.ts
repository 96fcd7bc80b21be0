import { defineCheck, expectAnswer, expectThat, NotArranged } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { codeOf } from '../../support/json.ts';
import { submit } from '../../support/submissions.ts';

export default defineCheck({
  rule: 'auth.policy.none',
  ...every('looser_retention' as const, 'other_region' as const),
  cases: 4,
  async decide(world, name) {
    const wish = world.fragments[name];
    if (wish === undefined) throw new NotArranged(`the target names no fragment ${name}`);
    const account = await world.account();
    const exchange = await submit('chat', account.key, await account.usableModel(), wish);
    expectAnswer(world, exchange);
    expectThat(world, codeOf(exchange) !== 'policy_conflict', {
      expected: 'no policy_conflict under a key that has no policy',
      observed: 'policy_conflict',
      exchanges: [exchange.id],
    });
  },
});
