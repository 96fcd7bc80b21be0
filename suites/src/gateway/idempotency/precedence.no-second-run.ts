import { controlServed, defineCheck, expectThat } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { chatUnder } from '../../support/idempotent-chat.ts';

export default defineCheck({
  rule: 'idempotency.precedence.no-second-run',
  ...every(false, true),
  cases: 2,
  async decide(world, restored) {
    const account = await world.account();
    const model = await account.model();
    const key = world.unique('key');
    const first = await chatUnder(account.key, model, key);
    controlServed(first);
    await account.setCredit(0);
    const second = await chatUnder(account.key, model, key);
    if (restored) await account.setCredit(100);
    const calls = model.upstreams[0]?.calls().length;
    expectThat(world, calls === 1, {
      expected: 'one call of the endpoint, though the credit has gone meanwhile',
      observed: `${calls} calls`,
      exchanges: [first.id, second.id],
    });
  },
});
