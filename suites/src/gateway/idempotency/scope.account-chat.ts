import { controlServed, defineCheck, expectServed, expectThat } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { chatUnder, identityOf } from '../../support/idempotent-chat.ts';
import { shown } from '../../support/standing-table.ts';

export default defineCheck({
  rule: 'idempotency.scope.account-chat',
  ...every<object>({}, { temperature: 0.5 }),
  cases: 4,
  async decide(world, difference) {
    const [one, other] = [await world.account(), await world.account()];
    const key = world.unique('key');
    const first = await chatUnder(one.key, await one.usableModel(), key);
    controlServed(first);
    const model = await other.usableModel();
    controlServed(await other.key.chat({ model: model.id, messages: hello, ...difference }));
    const second = await chatUnder(other.key, model, key, difference);
    expectServed(world, second);
    expectThat(world, shown(identityOf(first)) !== shown(identityOf(second)), {
      expected: "a result of the account's own",
      observed: 'the result of another account under the same key',
      exchanges: [first.id, second.id],
    });
  },
});
