import { defineCheck } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { submit } from '../../support/submissions.ts';
import { expectNoUpstreamCall } from '../../support/without-effect.ts';

export default defineCheck({
  rule: 'auth.model.refused-without-effect',
  ...every(false, true),
  cases: 2,
  async decide(world, stream) {
    const account = await world.account();
    const { key, forbidden } = await account.restrictedKey();
    const refused = await submit('chat', key, forbidden, { stream });
    await expectNoUpstreamCall(world, { key: account.key, model: forbidden }, [refused]);
  },
});
