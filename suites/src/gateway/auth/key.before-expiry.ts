import { defineCheck } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { expectServedTo } from '../../support/served-to.ts';

/** Far enough before the moment that neither the request's own duration nor the rounding of a clock can tell. */
const marginMs = 30_000;

export default defineCheck({
  rule: 'auth.key.before-expiry',
  ...every(60_000, 3_600_000, 86_400_000, 40 * 86_400_000),
  describe: (lifetimeMs) => `a key that lives ${lifetimeMs / 1_000} s`,
  async decide(world, lifetimeMs) {
    const account = await world.account();
    const model = await account.usableModel();
    const expiresAt = new Date((await account.now()) + lifetimeMs).toISOString();
    const key = await account.newKey({ expires_at: expiresAt });
    await account.advance(lifetimeMs - marginMs);
    await expectServedTo(world, key, account.key, (by) => by.chat({ model: model.id, messages: hello }));
  },
});
