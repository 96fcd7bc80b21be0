import { controlRefused, controlServed, defineCheck, expectServed } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { beyondCap } from '../../support/spent-caps.ts';
import { submit } from '../../support/submissions.ts';

const dayMs = 86_400_000;

/** The same month has the same name every year. */
function untilNextYear(nowMs: number): number {
  const then = new Date(nowMs);
  return then.setUTCFullYear(then.getUTCFullYear() + 1) - nowMs;
}

export default defineCheck({
  rule: 'auth.cap.next-month',
  ...every<number | 'a year'>(62, 100, 'a year'),
  cases: 3,
  requestsPerCase: 6,
  async decide(world, later) {
    const account = await world.account();
    const model = await account.model({ priceUsd: 1 });
    const key = await account.newKey({ monthly_cap_usd: 1.9 });
    controlServed(await submit('chat', key, model));
    controlRefused(await beyondCap(world, () => submit('chat', key, model)), 'auth.cap.chat');
    await account.advance(later === 'a year' ? untilNextYear(await account.now()) : Number(later) * dayMs);
    expectServed(world, await submit('chat', key, model));
  },
});
