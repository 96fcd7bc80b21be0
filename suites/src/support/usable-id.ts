import { type Account, controlServed, controlThat, NotArranged } from '@gateproof/harness';
import { entriesIn, idsIn } from './model-entries.ts';

/** The id of a listed model: one that was made for the account or serves its chats where it is listed, otherwise the first of the list. Throws `NotArranged` when the list is empty. */
export async function usableId(account: Account): Promise<string> {
  const model = await account.servedModel();
  const list = await account.key.models();
  controlServed(list);
  if (model !== undefined && idsIn(list).includes(model.id)) return model.id;
  const isOurs = model !== undefined && model.upstreams.length > 0;
  controlThat(
    !isOurs || entriesIn(list).length > 0,
    `GET /v1/models does not list ${model?.id}`,
    'model.list.complete',
  );
  if (entriesIn(list).length === 0) throw new NotArranged('GET /v1/models names no model');
  const [first = ''] = idsIn(list);
  controlThat(first !== '', 'no entry of GET /v1/models has an id', 'model.field.id.present');
  return first;
}
