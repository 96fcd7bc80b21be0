import { type Account, controlServed, controlThat, NotArranged } from '@gateproof/harness';
import { entriesIn, idsIn } from './model-entries.ts';

/** The id of a model that the account can read: one made for it, the listed one that serves chats, or the first of the list. Throws `NotArranged` when the list is empty. */
export async function usableId(account: Account): Promise<string> {
  const model = await account.servedModel();
  if (model !== undefined && model.upstreams.length > 0) return model.id;
  const list = await account.key.models();
  controlServed(list);
  if (entriesIn(list).length === 0) throw new NotArranged('GET /v1/models names no model');
  const [first = ''] = idsIn(list);
  controlThat(first !== '', 'no entry of GET /v1/models has an id', 'model.field.id.present');
  return model !== undefined && idsIn(list).includes(model.id) ? model.id : first;
}
