import { expect, test } from 'vitest';
import { inBatches } from './batches.ts';

const ten = Array.from({ length: 10 }, (_, place) => place);

test('eight and the rest, or one by one', () => {
  expect(inBatches({ takesMany: true }, ten)).toEqual([ten.slice(0, 8), ten.slice(8)]);
  expect(inBatches({ takesMany: false }, ten)).toEqual(ten.map((one) => [one]));
  expect(inBatches({ takesMany: true }, [])).toEqual([]);
});
