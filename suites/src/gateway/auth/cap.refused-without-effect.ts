import { defineCheck } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { submit } from '../../support/submissions.ts';
import { expectNoUpstreamCall } from '../../support/without-effect.ts';
import { expectNoJobRun } from '../../support/without-job.ts';

export default defineCheck({
  rule: 'auth.cap.refused-without-effect',
  ...every('plain', 'streamed', 'a job'),
  async decide(world, how) {
    const account = await world.account();
    if (how === 'a job') {
      const image = await account.model({ modality: 'image', priceUsd: 1 });
      return expectNoJobRun(world, {
        account,
        status: 402,
        rule: 'auth.cap.media',
        model: image,
        key: await account.cappedKey(image),
      });
    }
    const model = await account.model({ priceUsd: 1 });
    const refused = await submit('chat', await account.cappedKey(model), model, { stream: how === 'streamed' });
    await expectNoUpstreamCall(world, { key: account.key, model }, [refused], { status: 402, rule: 'auth.cap.chat' });
  },
});
