import { expect, it } from 'vitest';
import { sketchExchange } from '../exchange/exchange.fixture.ts';
import { fromRecord } from './from-record.ts';
import { toRecord } from './to-record.ts';

const same = (text: string) => text;

it.each([
  ['JSON', { status: 200, body: { id: 'caf\u00e9' } }],
  ['a refusal', { status: 404, body: { error: { code: 'job_not_found' } } }],
])('reads an exchange with %s back as it was written', (_name, sketch) => {
  const written = toRecord(sketchExchange(sketch), same);
  expect(toRecord(fromRecord(written), same)).toEqual(written);
});

it('reads a body that is no text back byte for byte', () => {
  const exchange = sketchExchange({ status: 200 });
  const { response } = exchange;
  if (response === undefined) throw new Error('the sketch has no response');
  const odd = { ...exchange, response: { ...response, body: Uint8Array.of(0xff, 0xfe, 0, 1) } };
  expect(fromRecord(toRecord(odd, same)).response?.body).toEqual(Buffer.of(0xff, 0xfe, 0, 1));
});

it('keeps what came from the wire beside the repaired answer', () => {
  const exchange = sketchExchange({ status: 200, body: 'mended' });
  const received = sketchExchange({ status: 500, body: 'broken' }).response;
  if (received === undefined) throw new Error('the sketch has no response');
  const record = toRecord({ ...exchange, repaired: { received, repairs: ['status'] } }, same);
  const read = fromRecord(record);
  expect([read.response?.status, read.repaired?.received.status]).toEqual([200, 500]);
  expect(toRecord(read, same)).toEqual(record);
});

it('keeps what a conformant gateway may refuse the request for', () => {
  const exchange = sketchExchange();
  const grounded = { ...exchange, request: { ...exchange.request, mayFailFor: 'body' } as const };
  expect(fromRecord(toRecord(grounded, same)).request.mayFailFor).toBe('body');
});
