import { controlRefused, defineCheck, expectServed } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { submit } from '../../support/submissions.ts';

export default defineCheck({
  rule: 'auth.credit.restored',
  ...every(5, 1_000),
  cases: 2,
  async decide(world, usd) {
    const account = await world.account();
    const model = await account.usableModel();
    await account.setCredit(0);
    controlRefused(await submit('chat', account.key, model), 'auth.credit.chat');
    await account.setCredit(usd);
    expectServed(world, await submit('chat', account.key, model));
  },
});
