import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { urlProblem } from './url-problem.ts';

describe('a webhook URL', () => {
  test.each([
    'https://hooks.example.test/x',
    'https://hooks.example.com:443/x?y=1',
    'https://93.184.215.14/x',
    'https://[2606:2800:220:1::1]/x',
  ])('%s is taken', (url) => expect(urlProblem(url)).toBeUndefined());

  test.each([
    'nonsense',
    'http://hooks.example.com/x',
    'https://hooks.example.com:8443/x',
    'https://user:pass@hooks.example.com/x',
    'https://localhost/x',
    'https://LOCALHOST./x',
    'https://localhost../x',
    'https://127.0.0.1../x',
    'https://hooks..example.com/x',
    'https://a.localhost/x',
    'https://printer.local/x',
    'https://intranet/x',
    'https://127.0.0.1/x',
    'https://127.1/x',
    'https://2130706433/x',
    'https://0x7f.0.0.1/x',
    'https://0177.0.0.1/x',
    'https://10.1.2.3/x',
    'https://172.16.0.1/x',
    'https://192.168.0.1/x',
    'https://169.254.169.254/x',
    'https://100.64.0.1/x',
    'https://0.0.0.0/x',
    'https://224.0.0.1/x',
    'https://240.0.0.1/x',
    'https://[::1]/x',
    'https://[::]/x',
    'https://[fc00::1]/x',
    'https://[fe80::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://[::ffff:a00:1]/x',
    'https://[64:ff9b::7f00:1]/x',
    'https://[2002:7f00:1::]/x',
    'https://[::127.0.0.1]/x',
  ])('%s is refused', (url) => expect(urlProblem(url)).toBeTypeOf('string'));
});

/** Ranges that are not for the public, from IANA's registries of special-purpose addresses and of multicast and reserved ones. */
const special4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...[
    '192.0.2.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
];
const special6 = [
  ...[
    '::/128',
    '::1/128',
    '100::/64',
    '2001:2::/48',
    '2001:db8::/32',
    '3fff::/20',
    '5f00::/16',
    'fc00::/7',
    'fe80::/10',
  ],
  ...['fec0::/10', 'ff00::/8', '64:ff9b:1::/48'],
];

const within4 = fc.constantFrom(...special4).chain((range) => {
  const [network = '', bits = ''] = range.split('/');
  const size = 2 ** (32 - Number(bits));
  return fc.nat({ max: size - 1 }).map((offset) => numberOf(network) + offset);
});
const within6 = fc.constantFrom(...special6).chain((range) => {
  const [network = '', bits = ''] = range.split('/');
  const size = 1n << (128n - BigInt(bits));
  return fc.bigInt({ min: 0n, max: size - 1n }).map((offset) => bigOf(network) + offset);
});

const listed = new BlockList();
for (const range of [...special4, '192.88.99.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.175.48.0/24']) {
  const [network = '', bits = ''] = range.split('/');
  listed.addSubnet(network, Number(bits), 'ipv4');
}
const public4 = fc.nat({ max: 2 ** 32 - 1 }).filter((value) => !listed.check(dotted(value), 'ipv4'));

function numberOf(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

function bigOf(address: string): bigint {
  const [left = '', right = ''] = address.split('::');
  const [head, tail] = [left, right].map((side) => side.split(':').filter((group) => group !== ''));
  const groups = [...(head ?? []), ...Array(8 - (head?.length ?? 0) - (tail?.length ?? 0)).fill('0'), ...(tail ?? [])];
  return groups.reduce((sum, group) => (sum << 16n) + BigInt(`0x${group}`), 0n);
}

const bytesOf = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
const dotted = (value: number) => bytesOf(value).join('.');

/** How a URL may spell an IPv4 address. */
const spellings4: readonly ((value: number) => string)[] = [
  dotted,
  (value) => String(value),
  (value) => `0x${value.toString(16)}`,
  (value) => `0X${value.toString(16).toUpperCase()}`,
  (value) => `0${value.toString(8)}`,
  (value) =>
    bytesOf(value)
      .map((byte) => `0${byte.toString(8)}`)
      .join('.'),
  (value) =>
    bytesOf(value)
      .map((byte) => `0x${byte.toString(16)}`)
      .join('.'),
  (value) => `${value >>> 24}.${value & 0xffffff}`,
  (value) => `${value >>> 24}.0${((value >>> 16) & 255).toString(8)}.0x${(value & 0xffff).toString(16)}`,
  (value) => `${dotted(value)}.`,
  (value) => dotted(value).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (value) => dotted(value).replaceAll('.', '。'),
  (value) => dotted(value).replaceAll('.', '%2E'),
];

const hex = (value: number) => `${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}`;

/** How an IPv6 address may lead to an IPv4 one. */
const carriers: readonly ((value: number) => string)[] = [
  (value) => `::ffff:${dotted(value)}`,
  (value) => `::FFFF:${hex(value)}`,
  (value) => `0:0:0:0:0:ffff:${hex(value)}`,
  (value) => `64:ff9b::${hex(value)}`,
  (value) => `2002:${hex(value)}::1`,
];

const grouped = (value: bigint) =>
  Array.from({ length: 8 }, (_, place) => ((value >> BigInt(112 - 16 * place)) & 0xffffn).toString(16));

/** How a URL may spell an IPv6 address. */
const spellings6: readonly ((value: bigint) => string)[] = [
  (value) => grouped(value).join(':'),
  (value) => grouped(value).join(':').toUpperCase(),
  (value) =>
    grouped(value)
      .map((group) => group.padStart(4, '0'))
      .join(':'),
  (value) => new URL(`http://[${grouped(value).join(':')}]/`).hostname.slice(1, -1),
  (value) => `${grouped(value).slice(0, 6).join(':')}:${dotted(Number(value & 0xffffffffn))}`,
];

describe('an address of a webhook URL', () => {
  test('in a special IPv4 range is refused however it is spelled, also inside IPv6', () => {
    fc.assert(
      fc.property(within4, (value) => {
        for (const spell of spellings4)
          expect([`https://${spell(value)}/`].filter((url) => urlProblem(url) === undefined)).toEqual([]);
        for (const carry of carriers)
          expect([`https://[${carry(value)}]/`].filter((url) => urlProblem(url) === undefined)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('in a special IPv6 range is refused however it is spelled', () => {
    fc.assert(
      fc.property(within6, (value) => {
        for (const spell of spellings6)
          expect([`https://[${spell(value)}]/`].filter((url) => urlProblem(url) === undefined)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('for the public is taken however it is spelled', () => {
    fc.assert(
      fc.property(public4, (value) => {
        for (const spell of spellings4) expect(urlProblem(`https://${spell(value)}/`)).toBeUndefined();
      }),
    );
  });
});
