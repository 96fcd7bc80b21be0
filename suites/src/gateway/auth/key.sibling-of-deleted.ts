import { controlServed, defineCheck, expectServed } from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';

export default defineCheck({
  rule: 'auth.key.sibling-of-deleted',
  input: fc.constant('one of two keys is deleted'),
  cases: 2,
  async decide(world) {
    const account = await world.account();
    const model = await account.usableModel();
    const body = { model: model.id, messages: hello };
    controlServed(await account.key.chat(body));
    await account.deletedKey();
    expectServed(world, await account.key.chat(body));
  },
});
