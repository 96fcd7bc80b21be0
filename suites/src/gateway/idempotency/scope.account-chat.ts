import { controlServed, defineCheck, expectServed, expectThat } from '@gateproof/harness';
import fc from 'fast-check';
import { chatUnder, identityOf } from '../../support/idempotent-chat.ts';
import { shown } from '../../support/standing-table.ts';

export default defineCheck({
  rule: 'idempotency.scope.account-chat',
  input: fc.constantFrom<object>({}, { temperature: 0.5 }),
  cases: 4,
  async decide(world, difference) {
    const [one, other] = [await world.account(), await world.account()];
    const key = world.unique('key');
    const first = await chatUnder(one.key, await one.usableModel(), key);
    controlServed(first);
    const second = await chatUnder(other.key, await other.usableModel(), key, difference);
    expectServed(world, second);
    expectThat(world, shown(identityOf(first)) !== shown(identityOf(second)), {
      expected: "a result of the account's own",
      observed: 'the result of another account under the same key',
      exchanges: [first.id, second.id],
    });
  },
});
