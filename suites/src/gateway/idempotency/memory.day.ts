import { caution, controlServed, defineCheck, expectThat } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { chatUnder } from '../../support/idempotent-chat.ts';

const hourMs = 3_600_000;

export default defineCheck({
  rule: 'idempotency.memory.day',
  ...every(10_000, hourMs, 12 * hourMs, 23 * hourMs),
  cases: 4,
  async decide(world, laterMs) {
    const account = await world.account();
    const model = await account.model();
    const key = world.unique('key');
    const first = await chatUnder(account.key, model, key);
    controlServed(first);
    await account.advance(laterMs);
    const second = await chatUnder(account.key, model, key);
    const calls = model.upstreams[0]?.calls().length;
    const exchanges = [first.id, second.id];
    const finding = {
      expected: 'one call of the endpoint, a key being remembered for 24 hours',
      observed: `${calls} calls`,
      exchanges,
    };
    // Forgetting within minutes to hours is only warned about (freedom F035); within seconds it breaks the rule.
    if (calls !== 1 && laterMs >= hourMs) return caution(world, finding);
    expectThat(world, calls === 1, finding);
  },
});
