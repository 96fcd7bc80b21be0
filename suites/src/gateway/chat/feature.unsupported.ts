import { controlServed, defineCheck, expectRefusal, NotArranged } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';

export default defineCheck({
  rule: 'chat.feature.unsupported',
  ...every(false, true),
  cases: 2,
  async decide(world, stream) {
    const feature = world.fragments.unsupported_feature;
    if (feature === undefined) throw new NotArranged('the target names no fragment unsupported_feature');
    const account = await world.account();
    const model = await account.usableModel();
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    const exchange = await account.key.chat({ model: model.id, messages: hello, stream, ...feature });
    expectRefusal(world, exchange, 'unsupported_capability');
  },
});
