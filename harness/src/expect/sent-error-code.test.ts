import { errorTable } from '@gateproof/spec';
import { expect, test } from 'vitest';
import { sentErrorCodes, statusOfCode } from './sent-error-code.ts';

test('the codes are those rows of the error table that have a status', () => {
  const rows = [...errorTable.values()].filter(({ status }) => status !== null);
  expect([...sentErrorCodes].sort()).toEqual(rows.map(({ code }) => code).sort());
});

test('a code has the status of its row', () => {
  expect([statusOfCode('invalid_request'), statusOfCode('retention_expired')]).toEqual([400, 504]);
});
