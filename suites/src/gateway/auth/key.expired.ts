import { controlServed, defineCheck, NotArranged } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { openRestrictions } from '../../support/open-restrictions.ts';
import { expectUnauthorized } from '../../support/refused-at.ts';
import { expectRefusedEverywhere, modelsOfRoutes } from '../../support/refused-everywhere.ts';
import { bearer } from '../../support/routes.ts';

/** How long a key has been expired that was so from the beginning. */
const longAgoMs = 365 * 86_400_000;
const lifetimeMs = 60_000;
/** What the moment itself may be off by. */
const marginMs = 2_000;

/** Expired long ago, and expired a moment ago after it had been good; on every route. */
export default defineCheck({
  rule: 'auth.key.expired',
  ...every('long ago', 'a moment ago', 'long ago, among others'),
  async decide(world, when) {
    const account = await world.account();
    const models = await modelsOfRoutes(world, account);
    const text = await account.usableModel();
    if (when === 'long ago') {
      const expired = await account.expiredKey();
      await expectUnauthorized(world, account.key.secret, text, [bearer(expired.secret)]);
      return expectRefusedEverywhere(world, expired, account.key, models);
    }
    if (when === 'long ago, among others') {
      const expired = await account.newKey({
        ...(await openRestrictions(world, account)),
        models: [text.id],
        expires_at: new Date((await account.now()) - longAgoMs).toISOString(),
      });
      return void (await expectUnauthorized(world, account.key.secret, text, [bearer(expired.secret)]));
    }
    if (!world.has('clock')) throw new NotArranged('the clock can not be moved');
    const expiresAt = new Date((await account.now()) + lifetimeMs).toISOString();
    const key = await account.newKey({ expires_at: expiresAt });
    controlServed(await key.chat({ model: text.id, messages: hello }));
    await account.advance(lifetimeMs + world.keyPropagationMs + marginMs);
    // What remembers keys for a while may go by the time of day.
    if (world.keyPropagationMs > 0) await world.until(() => false, world.keyPropagationMs);
    controlServed(await account.key.chat({ model: text.id, messages: hello }));
    await expectRefusedEverywhere(world, key, account.key, models);
  },
});
