import fc from 'fast-check';
import { expect, test } from 'vitest';
import { urlAt } from './url-at.ts';

const base = 'https://gateway.example/base';

test.each([
  ['/v1/x?a=1', `${base}/v1/x?a=1`],
  ['//evil.example/x', `${base}//evil.example/x`],
  ['/@evil.example', `${base}/@evil.example`],
  ['http://evil.example/v1/x?a=1', `${base}/v1/x?a=1`],
  ['http://evil.example', `${base}/`],
  ['javascript:alert(1)', base],
  ['*', base],
  ['.evil.example/', base],
  ['@evil.example/', base],
])('%s leads to %s', (requestTarget, url) => expect(urlAt(base, requestTarget).href).toBe(url));

test('no first line leads to another host', () => {
  const piece = fc.constantFrom(
    ...'/ // @ . : x:// http:// https://a:b@ \\ * ? # evil.example [::1] %2e \t'.split(' '),
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 6 }), (pieces) => {
      for (const one of ['http://gateway.example', 'https://gateway.example:8443', base])
        expect(urlAt(one, pieces.join('')).host).toBe(new URL(one).host);
    }),
  );
});
