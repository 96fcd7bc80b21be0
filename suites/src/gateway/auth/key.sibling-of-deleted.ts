import { type Account, defineCheck, expectServedBeside, type Model } from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';

export default defineCheck({
  rule: 'auth.key.sibling-of-deleted',
  input: fc.constant('one of two keys is deleted'),
  cases: 2,
  async decide(world) {
    const account = await world.account();
    const model = await account.usableModel();
    await account.deletedKey();
    const ask = (by: Account, { id }: Model) => by.key.chat({ model: id, messages: hello });
    await expectServedBeside(world, await ask(account, model), async () => {
      const other = await world.account();
      return ask(other, await other.usableModel());
    });
  },
});
