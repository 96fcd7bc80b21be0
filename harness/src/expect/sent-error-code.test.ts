import { expect, test } from 'vitest';
import { sentErrorCodes, statusOfCode } from './sent-error-code.ts';

test('a code that is only recorded is none that a client can be sent', () => {
  expect(sentErrorCodes).toContain('retention_expired');
  expect(sentErrorCodes).not.toContain('client_disconnected');
});

test('a code has the status of its row, and a misspelt one is a mistake of its check', () => {
  expect([statusOfCode('invalid_request'), statusOfCode('retention_expired')]).toEqual([400, 504]);
  expect(() => statusOfCode('invalid_requst')).toThrow('the error table has no status for invalid_requst');
});
