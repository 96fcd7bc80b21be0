import { defineCheck } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { submit } from '../../support/submissions.ts';
import { expectNoUpstreamCall } from '../../support/without-effect.ts';
import { expectNoJobRun } from '../../support/without-job.ts';

export default defineCheck({
  rule: 'auth.address.refused-without-effect',
  ...every('plain', 'streamed', 'a job'),
  async decide(world, how) {
    const account = await world.account();
    if (how === 'a job') {
      const image = await account.model({ modality: 'image' });
      return expectNoJobRun(world, {
        account,
        status: 403,
        rule: 'auth.address.media',
        model: image,
        key: await account.elsewhereKey(),
      });
    }
    const model = await account.model();
    const refused = await submit('chat', await account.elsewhereKey(), model, { stream: how === 'streamed' });
    await expectNoUpstreamCall(world, { key: account.key, model }, [refused], {
      status: 403,
      rule: 'auth.address.chat',
    });
  },
});
