import { controlRefused, defineCheck, expectServed } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { submit } from '../../support/submissions.ts';

export default defineCheck({
  rule: 'auth.cap.other-key',
  ...every('the first key', 'a second capped key'),
  cases: 2,
  async decide(world, other) {
    const account = await world.account();
    const model = await account.model({ priceUsd: 1 });
    const capped = await account.cappedKey(model);
    const free = other === 'the first key' ? account.key : await account.newKey({ monthly_cap_usd: 50 });
    controlRefused(await submit('chat', capped, model), 'auth.cap.chat');
    expectServed(world, await submit('chat', free, model));
  },
});
