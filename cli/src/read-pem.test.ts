import { expect, test } from 'vitest';
import { readPem } from './read-pem.ts';
import { UsageError } from './usage-error.ts';

test.skipIf(process.platform === 'win32')('a file without end is refused, and not read on', () => {
  expect(() => readPem('/dev/zero')).toThrow('cannot read the PEM file /dev/zero: it is larger than 4 MiB');
});

test('a file that is not there is a mistake of the user', () => {
  expect(() => readPem('/nowhere/ca.pem')).toThrow(UsageError);
});
