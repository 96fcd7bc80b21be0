import { errorTable } from '@gateproof/spec';

/** Codes that a client can be sent: the rows of the error table that have a status (Errors › Codes). */
export const sentErrorCodes: readonly string[] = [...errorTable.values()]
  .filter(({ status }) => status !== null)
  .map(({ code }) => code);

/** The HTTP status of a code (Errors › Codes). Throws for a word that is no code of the table. */
export function statusOfCode(code: string): number {
  const status = errorTable.get(code)?.status;
  if (status === undefined || status === null) throw new Error(`the error table has no status for ${code}`);
  return status;
}
