import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';
import { parseIpRange } from './ip-ranges.ts';

const proxies = [parseIpRange('127.0.0.1'), parseIpRange('10.0.0.0/8')];

test.each([
  ['203.0.113.9', '198.51.100.1', '203.0.113.9', 'a stranger cannot name another address'],
  ['127.0.0.1', '198.51.100.1', '198.51.100.1', 'a trusted proxy can'],
  [
    '127.0.0.1',
    '192.0.2.1, 198.51.100.1, 10.0.0.3',
    '198.51.100.1',
    'what a client wrote before its own address does not count',
  ],
  ['127.0.0.1', '10.0.0.3', '10.0.0.3', 'a chain of proxies alone ends at its first'],
  ['127.0.0.1', undefined, '127.0.0.1', 'no header'],
])('from %s with %s: %s (%s)', (remote, forwarded, expected) => {
  expect(clientAddress(remote, forwarded, proxies)).toBe(expected);
});

test('without trusted proxies the header is ignored', () => {
  expect(clientAddress('127.0.0.1', '198.51.100.1', [])).toBe('127.0.0.1');
});
