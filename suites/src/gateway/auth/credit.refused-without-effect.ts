import { defineCheck } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { submit } from '../../support/submissions.ts';
import { expectNoUpstreamCall } from '../../support/without-effect.ts';
import { expectNoJobRun } from '../../support/without-job.ts';

export default defineCheck({
  rule: 'auth.credit.refused-without-effect',
  ...every<boolean | 'a job'>(false, true, 'a job'),
  async decide(world, stream) {
    const account = await world.account();
    if (stream === 'a job') {
      const image = await account.model({ modality: 'image' });
      await account.setCredit(0);
      const afterwards = () => account.setCredit(100);
      return expectNoJobRun(world, {
        account,
        status: 402,
        rule: 'auth.credit.media',
        model: image,
        key: account.key,
        afterwards,
      });
    }
    const model = await account.model();
    await account.setCredit(0);
    const refused = await submit('chat', account.key, model, { stream });
    await account.setCredit(100);
    await expectNoUpstreamCall(world, { key: account.key, model }, [refused], {
      status: 402,
      rule: 'auth.credit.chat',
    });
  },
});
