import { isObject } from '@gateproof/harness';
import { isFilledString } from '../../support/json.ts';
import { listsSeen } from '../../support/lists-seen.ts';
import { heldIf, standingTable } from '../../support/standing-table.ts';

/** No model stands twice in a list. */
export default standingTable(listsSeen, {
  'model.list.unique': ({ list }) => {
    if (!Array.isArray(list.data)) return undefined;
    const ids = list.data.flatMap((entry) => (isObject(entry) && isFilledString(entry.id) ? [entry.id] : []));
    const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
    return heldIf(repeated === undefined, 'each id once in the list', `${repeated} more than once`);
  },
});
