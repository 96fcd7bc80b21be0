import { type Exchange, envelopeOf } from '@gateproof/harness';

/** Null stands for a field that is left out wherever the contract calls the field optional. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

export function isFilledString(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** The code of the error that a request was answered with; undefined when it was not, or when the code is no string. */
export function codeOf(exchange: Exchange): string | undefined {
  const code = envelopeOf(exchange)?.code;
  return typeof code === 'string' ? code : undefined;
}
