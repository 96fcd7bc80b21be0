import { controlServed, defineCheck, expectAnyRefusal } from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';

export default defineCheck({
  rule: 'chat.model.malformed',
  input: fc.constantFrom('gpt4', '', '/', 'a/', '/b', 'a/b/c/d', ' ', '../x', 'a b/c'),
  cases: 10,
  async decide(world, id) {
    const account = await world.account();
    const model = await account.usableModel();
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    const exchange = await account.key.chat({ model: id, messages: hello });
    expectAnyRefusal(world, exchange, ['no_endpoint_available', 'invalid_request']);
  },
});
