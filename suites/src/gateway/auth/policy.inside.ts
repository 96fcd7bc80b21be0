import { defineCheck, NotArranged } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { expectServedTo } from '../../support/served-to.ts';
import { modalityOf, submit } from '../../support/submissions.ts';

export default defineCheck({
  rule: 'auth.policy.inside',
  ...every('chat', 'a stream', 'image', 'transcription'),
  async decide(world, what) {
    const account = await world.account();
    const key = await account.policyKey();
    const route = what === 'a stream' ? 'chat' : what;
    const makesModels = world.has('models') && world.has('upstreams');
    if (route !== 'chat' && !makesModels) throw new NotArranged('inputs of media models are unknown');
    const extra = what === 'a stream' ? { stream: true } : {};
    const model = await account.usableModel(modalityOf[route]);
    await expectServedTo(world, key, account.key, (by) => submit(route, by, model, extra));
  },
});
