import { defineCheck } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { submit } from '../../support/submissions.ts';
import { expectNoUpstreamCall } from '../../support/without-effect.ts';
import { expectNoJobRun } from '../../support/without-job.ts';

export default defineCheck({
  rule: 'auth.model.refused-without-effect',
  ...every('plain', 'streamed', 'a job'),
  async decide(world, how) {
    const account = await world.account();
    if (how === 'a job') {
      const { key, forbidden: model } = await account.restrictedKey('image');
      return expectNoJobRun(world, { account, status: 403, rule: 'auth.model.image', model, key });
    }
    const { key, forbidden } = await account.restrictedKey();
    const refused = await submit('chat', key, forbidden, { stream: how === 'streamed' });
    await expectNoUpstreamCall(world, { key: account.key, model: forbidden }, [refused], {
      status: 403,
      rule: 'auth.model.chat',
    });
  },
});
