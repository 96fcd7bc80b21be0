import { type Account, isObject, type Key, NotArranged, objectOf, type World } from '@gateproof/harness';

/**
 * A key of an account without credit, which may use these models: the account's own, whose credit is taken away, or where that can not be done the key of
 * another account that never had any.
 */
export async function keyWithoutCredit(world: World, account: Account, ids: readonly string[]): Promise<Key> {
  try {
    await account.setCredit(0);
    return account.key;
  } catch (thrown) {
    if (!(thrown instanceof NotArranged)) throw thrown;
  }
  const { key } = await world.account({ creditUsd: 0 });
  if (ids.length === 0) return key;
  // Models may belong to accounts, and then another refusal would be right.
  const listed: unknown = objectOf(await key.models())?.data;
  const has = (id: string) => Array.isArray(listed) && listed.some((entry) => isObject(entry) && entry.id === id);
  if (!ids.every(has)) throw new NotArranged('the account without credit does not list the models of the other one');
  return key;
}
