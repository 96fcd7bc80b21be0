import { controlRefused, controlServed, defineCheck, expectServed } from '@gateproof/harness';
import fc from 'fast-check';
import { submit } from '../../support/submissions.ts';

const dayMs = 86_400_000;

export default defineCheck({
  rule: 'auth.cap.next-month',
  input: fc.integer({ min: 62, max: 100 }),
  cases: 2,
  requestsPerCase: 5,
  async decide(world, days) {
    const account = await world.account();
    const model = await account.model({ priceUsd: 1 });
    const key = await account.newKey({ monthly_cap_usd: 1.5 });
    controlServed(await submit('chat', key, model));
    controlRefused(await submit('chat', key, model), 'auth.cap.chat');
    await account.advance(days * dayMs);
    expectServed(world, await submit('chat', key, model));
  },
});
