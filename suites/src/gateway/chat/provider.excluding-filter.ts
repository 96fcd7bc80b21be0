import { controlServed, defineCheck, expectRefusal, NotArranged } from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';

export default defineCheck({
  rule: 'chat.provider.excluding-filter',
  input: fc.boolean(),
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
