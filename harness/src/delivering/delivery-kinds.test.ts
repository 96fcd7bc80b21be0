import { expect, test } from 'vitest';
import type { Header } from '../exchange/exchange.ts';
import { computeV1 } from '../receiver/signature.ts';
import { deliveryKinds } from './delivery-kinds.ts';

const body = Buffer.from('{"id":"evt_1"}');
const right = `t=1790000000,v1=${computeV1('whsec_1', '1790000000', body)}`;
const json: Header = ['Content-Type', 'application/json'];
const special = (headers: readonly Header[], sent: Uint8Array = body) =>
  deliveryKinds({ headers, body: sent }, { prefix: 'svc', secrets: ['whsec_2', 'whsec_1'] }).at(-1);

test.each<[readonly Header[], Uint8Array | undefined, string]>([
  [[json, ['Svc-Signature', right]], undefined, 'a delivery as a gateway sends it'],
  [[json], undefined, 'a delivery with no signature'],
  [[json, ['Svc-Signature', '']], undefined, 'a delivery with an empty signature header'],
  [[json, ['Svc-Signature', right], ['svc-signature', right]], undefined, 'a delivery with several signature headers'],
  [
    [json, ['Svc-Signature', right.replace('v1=', 'v1=\u00e9')]],
    undefined,
    'a delivery with a signature header that holds bytes above 0x7e',
  ],
  [[json, ['Svc-Signature', 'v1=00']], undefined, 'a delivery with a signature header of another form than t=…,v1=…'],
  [[json, ['Svc-Signature', right]], Buffer.from('{}'), 'a delivery with a signature of other bytes'],
  [[['Svc-Signature', right]], undefined, 'a delivery with no Content-Type'],
  [[json], Buffer.from('{'), 'a delivery with no signature, a body that is not JSON'],
  [[json], new Uint8Array(), 'a delivery with no signature, an empty body'],
  [
    [json, ['Content-Encoding', 'gzip'], ['Svc-Signature', right]],
    undefined,
    'a delivery with the Content-Encoding gzip',
  ],
])('%j', (headers, sent, kind) => {
  expect(special(headers, sent)).toBe(kind);
});
