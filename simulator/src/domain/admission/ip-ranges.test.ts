import { expect, test } from 'vitest';
import { isInRanges, parseIpRange } from './ip-ranges.ts';

test.each([
  ['10.1.2.3', '10.0.0.0/8', true],
  ['11.1.2.3', '10.0.0.0/8', false],
  ['127.0.0.1', '127.0.0.1', true],
  ['::ffff:10.1.2.3', '10.0.0.0/8', true],
  ['10.1.2.3', '::ffff:10.0.0.0/104', true],
  ['11.1.2.3', '::ffff:10.0.0.0/104', false],
  ['2001:db8::1', '2001:db8::/32', true],
  ['2001:db9::1', '2001:db8::/32', false],
  ['10.1.2.3', '::/0', false],
  ['::1', '0.0.0.0/0', false],
  ['nonsense', '0.0.0.0/0', false],
])('%s in %s: %s', (address, range, expected) => {
  expect(isInRanges(address, [parseIpRange(range)])).toBe(expected);
});

test('an address in any one of several ranges is inside', () => {
  expect(isInRanges('192.0.2.7', [parseIpRange('10.0.0.0/8'), parseIpRange('192.0.2.0/24')])).toBe(true);
});

test.each(['10.0.0.0/33', 'localhost', '', '10.0.0/x'])('refuses "%s"', (text) => {
  expect(() => parseIpRange(text)).toThrow(/not an IP address or a CIDR range/);
});
