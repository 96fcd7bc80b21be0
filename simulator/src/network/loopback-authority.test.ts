import { expect, test } from 'vitest';
import { loopbackAuthority } from './loopback-authority.ts';

test.each([
  ['http://localhost:3000/hook', 'localhost:3000'],
  ['http://127.0.0.1/', '127.0.0.1:80'],
  ['https://[::1]/x', '[::1]:443'],
  ['http://127.1:9', '127.0.0.1:9'],
])('%s is on this machine', (url, authority) => expect(loopbackAuthority(url)).toBe(authority));

test.each(['http://192.168.0.7/', 'https://hooks.example.test/', 'ftp://localhost/', 'http://localhost.example/', 'x'])(
  '%s is not',
  (url) => expect(loopbackAuthority(url)).toBeUndefined(),
);
