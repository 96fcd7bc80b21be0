import { defineCheck, expectRefusal, expectThat } from '@gateproof/harness';
import { allowed, usedUp } from '../../support/rate-limits.ts';

export default defineCheck({
  rule: 'error.type.rate-limited',
  input: allowed,
  cases: 2,
  async decide(world, requests) {
    const { account, body } = await usedUp(world, requests);
    const exchange = await account.key.chat(body);
    const { type } = expectRefusal(world, exchange, 'rate_limited');
    expectThat(world, type === 'rate_limit_error', {
      expected: 'type rate_limit_error with code rate_limited',
      observed: String(type),
      exchanges: [exchange.id],
    });
  },
});
