/** Null stands for a field that is left out wherever the contract calls the field optional. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

export function isFilledString(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
