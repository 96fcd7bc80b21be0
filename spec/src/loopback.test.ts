import { expect, test } from 'vitest';
import { isLoopbackAddress, isLoopbackHost } from './loopback.ts';

test.each(['127.0.0.1', '127.255.0.9', '::1', '::ffff:127.0.0.1'])('%s is an address of this machine', (address) => {
  expect(isLoopbackAddress(address)).toBe(true);
});

test.each(['128.0.0.1', '10.0.0.1', '::', '::2', '::ffff:10.0.0.1', '0.0.0.0', '', '127.0.0.1.evil.example'])(
  '%j is not',
  (address) => {
    expect(isLoopbackAddress(address)).toBe(false);
  },
);

test.each(['localhost', 'LOCALHOST:80', 'a.localhost:8080', '127.0.0.1:', '[::1]', '[::1]:8080', 'localhost.'])(
  '%s names this machine',
  (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  },
);

test.each(['evil.example', 'localhost.evil.example', 'evil-localhost', '10.0.0.1:8080', '[::2]:80', '', ':80', '0'])(
  '%j does not',
  (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  },
);
