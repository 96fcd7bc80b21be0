import { type Account, type Key, NotArranged, type World } from '@gateproof/harness';

/** Who reads the catalogue: a key that may use this model alone, or the account's own key where none is named. */
export async function readerOf(world: World, account: Account, onlyModel: string | undefined): Promise<Key> {
  if (onlyModel === undefined) return account.key;
  if (!world.has('keys')) throw new NotArranged('the testbed makes no restricted keys');
  return account.newKey({ models: [onlyModel] });
}
