import { type ErrorRow, errorTable } from '@gateproof/spec';
import { type ErrorSeen, errorsSeen } from '../../support/errors-seen.ts';
import { heldIf, type Look, standingTable } from '../../support/standing-table.ts';

type Looks = [rule: string, look: (seen: ErrorSeen) => Look];

function statusOf(row: ErrorRow): (seen: ErrorSeen) => Look {
  return ({ error, status }) => {
    if (error?.code !== row.code || status === undefined) return undefined;
    return heldIf(status === row.status, `status ${row.status} with code ${row.code}`, `status ${status}`);
  };
}

function kindOf(row: ErrorRow): (seen: ErrorSeen) => Look {
  return ({ error }) => {
    if (error?.code !== row.code || typeof error.kind !== 'string') return undefined;
    return heldIf(error.kind === row.kind, `kind ${row.kind} with code ${row.code}`, `kind ${error.kind}`);
  };
}

/** Rows whose code is never sent on these routes have rules of their own. */
const rows = [...errorTable.values()].filter(({ code }) => code !== 'client_disconnected' && code !== 'run_not_found');

/** Code, status and kind come from one row of the error table, wherever the code is seen. */
export default standingTable(
  errorsSeen,
  Object.fromEntries(
    rows.flatMap((row): Looks[] => {
      const name = row.code.replaceAll('_', '-');
      return [
        [`error.code.${name}.status`, statusOf(row)],
        [`error.code.${name}.kind`, kindOf(row)],
      ];
    }),
  ),
);
