import { isObject } from '@gateproof/harness';
import { listsSeen } from '../../support/lists-seen.ts';
import { heldIf, standingTable } from '../../support/standing-table.ts';

/** The form of every model list. */
export default standingTable(listsSeen, {
  'model.list.object': ({ list }) => heldIf(list.object === 'list', '`object` of the list to be "list"', list.object),
  'model.list.data': ({ list }) =>
    heldIf(
      Array.isArray(list.data) && list.data.every(isObject),
      '`data` of the list to be an array of objects',
      list.data,
    ),
});
