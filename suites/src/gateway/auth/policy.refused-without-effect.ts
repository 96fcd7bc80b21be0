import { defineCheck, NotArranged } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { submit } from '../../support/submissions.ts';
import { expectNoUpstreamCall } from '../../support/without-effect.ts';
import { expectNoJobRun } from '../../support/without-job.ts';

export default defineCheck({
  rule: 'auth.policy.refused-without-effect',
  ...every(
    { name: 'looser_retention', way: 'chat' },
    { name: 'other_region', way: 'chat' },
    { name: 'other_region', way: 'a job' },
  ),
  async decide(world, { name, way }) {
    const ask = name === 'other_region' ? 'region' : 'retention';
    const wish = world.fragments[name];
    if (wish === undefined) throw new NotArranged(`the target names no fragment ${name}`);
    const account = await world.account();
    if (way === 'a job') {
      const image = await account.model({ modality: 'image' });
      return expectNoJobRun(world, {
        account,
        status: 400,
        rule: `auth.policy.${ask}-media`,
        model: image,
        key: await account.policyKey(),
        extra: wish,
      });
    }
    const model = await account.model();
    const refused = await submit('chat', await account.policyKey(), model, wish);
    await expectNoUpstreamCall(world, { key: account.key, model }, [refused], {
      status: 400,
      rule: `auth.policy.${ask}-chat`,
    });
  },
});
