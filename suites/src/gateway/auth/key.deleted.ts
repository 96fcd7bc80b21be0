import {
  type Account,
  caution,
  controlServed,
  defineCheck,
  expectRefusal,
  expectServedBeside,
  type Key,
  type Model,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { openRestrictions } from '../../support/open-restrictions.ts';
import { expectUnauthorized } from '../../support/refused-at.ts';
import { expectRefusedEverywhere, modelsOfRoutes } from '../../support/refused-everywhere.ts';
import { bearer } from '../../support/routes.ts';

/** How long keys may be remembered without a word about it: of some seconds freedom F019 warns. */
const rememberedMs = 5_000;
const lookAgainMs = 500;

/** Whether the key went on working for some seconds; one that works for longer is judged where it is used. */
async function worksOnAWhile(world: World, key: Key, model: Model): Promise<boolean> {
  const isRefused = async () => (await key.chat({ model: model.id, messages: hello })).response?.status === 401;
  if (world.keyPropagationMs > 0 || (await isRefused())) return false;
  for (let waitedMs = 0; waitedMs < rememberedMs; waitedMs += lookAgainMs) {
    await world.pause(lookAgainMs);
    if (await isRefused()) return true;
  }
  return false;
}

function warnOf(world: World, workedOn: boolean): void {
  if (!workedOn) return;
  const expected = 'a deleted key to be refused at once, or within the time that the testbed declares';
  caution(world, { expected, observed: 'it was refused some seconds later' });
}

/** Deleted before its first use, after it had been used, and with restrictions; on every route. */
const deleted = defineCheck({
  rule: 'auth.key.deleted',
  ...every('unused', 'used before', 'among others'),
  async decide(world, which) {
    const account = await world.account();
    const models = await modelsOfRoutes(world, account);
    const text = await account.usableModel();
    if (which === 'unused') {
      const deleted = await account.deletedKey();
      const workedOn = await worksOnAWhile(world, deleted, text);
      await expectUnauthorized(world, account.key.secret, text, [bearer(deleted.secret)]);
      await expectRefusedEverywhere(
        world,
        { words: 'a deleted key', headers: [bearer(deleted.secret)] },
        account.key,
        models,
      );
      return warnOf(world, workedOn);
    }
    const others = which === 'among others' ? { ...(await openRestrictions(world, account)), models: [text.id] } : {};
    const key = await account.newKey(others);
    const idempotencyKey = world.unique('key');
    const body = { model: text.id, messages: hello };
    controlServed(await key.chat(body, { idempotencyKey }));
    await key.models();
    await account.deleteKey(key);
    if (world.keyPropagationMs > 0) await world.pause(world.keyPropagationMs);
    const workedOn = await worksOnAWhile(world, key, text);
    controlServed(await account.key.chat({ model: text.id, messages: hello }));
    // What the key was served is not returned again once it is gone.
    expectRefusal(world, await key.chat(body, { idempotencyKey }), 'unauthorized');
    await expectRefusedEverywhere(
      world,
      { words: 'a deleted key', headers: [bearer(key.secret)] },
      account.key,
      models,
    );
    warnOf(world, workedOn);
  },
});

const siblingOfDeleted = defineCheck({
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

/** Deleted keys, and those beside them (Authentication, 2). */
export default [deleted, siblingOfDeleted];
