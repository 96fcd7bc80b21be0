/** Thrown when a data file can't be used. The message is one line: the file, what is wrong, what to do. */
export class DataFileError extends Error {
  override readonly name = 'DataFileError';
  readonly fault = 'usage';
}

/** SQLite's result codes that a user can do something about; its extended codes carry them in the low byte. */
const reasons: Readonly<Record<number, string>> = {
  5: 'it is in use by another simulator; end that one, or name another file',
  8: 'it can not be written; change its permissions, or name another file',
  10: 'the disk could not be read or written; free some space, or name another file',
  11: 'it is damaged; restore it from a copy, or name another file',
  13: 'the disk is full; free some space',
  14: 'it can not be opened; name a file in a folder that exists and can be written',
  26: 'it is not a data file of the simulator; name another file',
};

const damagedRecord = 'a record in it is damaged; restore it from a copy, or name another file';

/** What SQLite reported, or what came of reading a record, as one line with its remedy. */
export function dataFileError(file: string, thrown: unknown): DataFileError {
  if (thrown instanceof DataFileError) return thrown;
  const code = (thrown as { errcode?: unknown }).errcode;
  const reason =
    typeof code === 'number' ? reasons[code & 0xff] : thrown instanceof TypeError ? damagedRecord : undefined;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new DataFileError(`the data file ${file} can not be used: ${reason ?? `${message}; name another file`}`, {
    cause: thrown,
  });
}
