import { controlServed, defineCheck } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { expectUnauthorized } from '../../support/refused-at.ts';
import { expectRefusedEverywhere, modelsOfRoutes } from '../../support/refused-everywhere.ts';
import { bearer } from '../../support/routes.ts';

/** Deleted before its first use, and after it had been used; on every route. */
export default defineCheck({
  rule: 'auth.key.deleted',
  ...every('unused', 'used before'),
  cases: 2,
  requestsPerCase: 13,
  async decide(world, which) {
    const account = await world.account();
    const models = await modelsOfRoutes(world, account);
    const text = await account.usableModel();
    if (which === 'unused') {
      const deleted = await account.deletedKey();
      await expectUnauthorized(world, account.key.secret, text, [bearer(deleted.secret)]);
      return expectRefusedEverywhere(world, deleted, models);
    }
    const key = await account.newKey();
    controlServed(await key.chat({ model: text.id, messages: hello }));
    await key.models();
    await account.deleteKey(key);
    if (world.keyPropagationMs > 0) await world.until(() => false, world.keyPropagationMs);
    controlServed(await account.key.chat({ model: text.id, messages: hello }));
    await expectRefusedEverywhere(world, key, models);
  },
});
