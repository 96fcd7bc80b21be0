import { type Account, controlServed, SetupFailed } from '@gateproof/harness';
import { idsIn } from './model-entries.ts';

/** The id of a model that the account can read: the one that serves chats, or the first of the list. Throws `SetupFailed` when the list names none. */
export async function usableId(account: Account): Promise<string> {
  const model = await account.servedModel();
  if (model !== undefined) return model.id;
  const list = await account.key.models();
  controlServed(list);
  const [id] = idsIn(list);
  if (id !== undefined) return id;
  throw new SetupFailed('GET /v1/models names no model', { prerequisite: 'model.list.answered' });
}
