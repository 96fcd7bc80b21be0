import { controlServed, defineCheck, expectRefusal } from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';

export default defineCheck({
  rule: 'chat.model.unknown',
  input: fc.record({ author: fc.constantFrom('gateproof', 'openai', 'same author'), stream: fc.boolean() }),
  cases: 5,
  async decide(world, { author, stream }) {
    const account = await world.account();
    const model = await account.usableModel();
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    const name = author === 'same author' ? model.id.split('/')[0] : author;
    const unknown = `${name}/${world.unique('no-such-model')}`;
    expectRefusal(world, await account.key.chat({ model: unknown, messages: hello, stream }), 'no_endpoint_available');
  },
});
