import { defineCheck } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { submit } from '../../support/submissions.ts';
import { expectNoUpstreamCall } from '../../support/without-effect.ts';

export default defineCheck({
  rule: 'auth.address.refused-without-effect',
  ...every(false, true),
  cases: 2,
  async decide(world, stream) {
    const account = await world.account();
    const model = await account.model();
    const refused = await submit('chat', await account.elsewhereKey(), model, { stream });
    await expectNoUpstreamCall(world, { key: account.key, model }, [refused]);
  },
});
