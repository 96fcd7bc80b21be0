import { controlServed, defineCheck, expectRefusal, NotArranged } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';

export default defineCheck({
  rule: 'chat.provider.excluding-filter',
  ...every(false, true),
  cases: 2,
  async decide(world, stream) {
    const filter = world.fragments.excluding_filter;
    if (filter === undefined) throw new NotArranged('the target names no fragment excluding_filter');
    const account = await world.account();
    const model = await account.usableModel();
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    const exchange = await account.key.chat({ model: model.id, messages: hello, stream, ...filter });
    expectRefusal(world, exchange, 'no_endpoint_available');
  },
});
