import { controlServed, defineCheck, expectServed, expectThat, NotArranged } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { chatUnder, identityOf } from '../../support/idempotent-chat.ts';
import { sameModels } from '../../support/same-models.ts';
import { shown } from '../../support/standing-table.ts';
import { controlFirstResult } from '../../support/working-keys.ts';

/** The other account sends another body, or the same one, byte for byte. */
export default defineCheck({
  rule: 'idempotency.scope.account-chat',
  ...every<object | 'the same'>({}, { temperature: 0.5 }, 'the same'),
  cases: 4,
  async decide(world, difference) {
    const [one, other] = [await world.account(), await world.account()];
    const key = world.unique('key');
    const isSame = difference === 'the same';
    const models = isSame ? await sameModels(one, other) : [await one.usableModel(), await other.usableModel()];
    const [model, own] = models;
    if (model === undefined || own === undefined) throw new NotArranged('two accounts can not have one model id');
    const first = await chatUnder(one.key, model, key);
    controlServed(first);
    const extra = isSame ? {} : (difference as object);
    controlServed(await other.key.chat({ model: own.id, messages: hello, ...extra }));
    const before = own.upstreams[0]?.calls().length;
    const second = await chatUnder(other.key, own, key, extra);
    expectServed(world, second);
    const ran = before === undefined || own.upstreams[0]?.calls().length === before + 1;
    const isTheirs = !isSame && shown(identityOf(first)) === shown(identityOf(second));
    expectThat(world, ran && !isTheirs, {
      expected: "a result of the account's own",
      observed: 'the result of another account under the same key',
      exchanges: [first.id, second.id],
    });
    controlFirstResult('chat', first, await chatUnder(one.key, model, key));
  },
});
