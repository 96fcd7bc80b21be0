import { defineCheck } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { submit } from '../../support/submissions.ts';
import { expectNoUpstreamCall } from '../../support/without-effect.ts';

export default defineCheck({
  rule: 'auth.credit.refused-without-effect',
  ...every(false, true),
  cases: 2,
  async decide(world, stream) {
    const account = await world.account();
    const model = await account.model();
    await account.setCredit(0);
    const refused = await submit('chat', account.key, model, { stream });
    await account.setCredit(100);
    await expectNoUpstreamCall(world, { key: account.key, model }, [refused]);
  },
});
