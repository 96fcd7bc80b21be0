import { controlServed, defineCheck, expectAnyRefusal } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';

export default defineCheck({
  rule: 'chat.model.malformed',
  ...every('gpt4', '', '/', 'a/', '/b', 'a/b/c/d', ' ', '../x', 'a b/c'),
  cases: 10,
  async decide(world, id) {
    const account = await world.account();
    const model = await account.usableModel();
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    const exchange = await account.key.chat({ model: id, messages: hello });
    expectAnyRefusal(world, exchange, ['no_endpoint_available', 'invalid_request']);
  },
});
