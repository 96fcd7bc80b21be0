import { expect, test } from 'vitest';
import { foreignRequest } from './foreign-request.ts';

const host = 'localhost:8080';

test.each([
  { host },
  { host: '[::1]:80', origin: 'http://127.0.0.1:3000' },
  { host, origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' },
])('%j comes from this machine', (headers) => expect(foreignRequest(headers)).toBeUndefined());

test.each([
  [{}, "under the host ''"],
  [{ host: 'evil.example' }, "under the host 'evil.example'"],
  [{ host: 'localhost.evil.example' }, 'under the host'],
  [{ host, origin: 'https://evil.example' }, 'from a page of another site'],
  [{ host, origin: 'null' }, 'from a page of another site'],
  [{ host, 'sec-fetch-site': 'cross-site' }, 'from a page of another site'],
  [{ host, 'x-forwarded-for': '203.0.113.7' }, 'a proxy or tunnel passed it on (x-forwarded-for)'],
  [{ host, forwarded: 'for=203.0.113.7' }, 'a proxy or tunnel passed it on (forwarded)'],
  [{ host, 'x-forwarded-host': 'abc.tunnel.example' }, 'a proxy or tunnel'],
])('%j does not', (headers, why) => expect(foreignRequest(headers)).toContain(why));
