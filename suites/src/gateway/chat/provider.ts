import { controlServed, defineCheck, expectRefusal, NotArranged } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';

export default defineCheck({
  rule: 'chat.provider.excluding-filter',
  ...every(
    { stream: false, list: false },
    { stream: true, list: false },
    { stream: false, list: true },
    { stream: true, list: true },
  ),
  async decide(world, { stream, list }) {
    const filter = world.fragments.excluding_filter;
    if (filter === undefined) throw new NotArranged('the target names no fragment excluding_filter');
    const account = await world.account();
    const model = await account.usableModel();
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    if (list && !world.has('models')) throw new NotArranged('no other model can be made');
    const models = list ? { models: [(await account.model()).id] } : {};
    const exchange = await account.key.chat({ model: model.id, messages: hello, stream, ...models, ...filter });
    expectRefusal(world, exchange, 'no_endpoint_available');
  },
});
