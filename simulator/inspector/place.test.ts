import { expect, test } from 'vitest';
import { hashOf, placeOf } from './place.js';

test.each([
  { account: 'acc_1', view: 'requests', item: '12' },
  { account: '', view: 'jobs', item: '' },
  { account: 'a/b', view: 'deliveries', item: 'x#y' },
] as const)('%j is the same after a way through the address', (place) => {
  expect(placeOf(hashOf(place))).toEqual(place);
});

test.each(['', '#', '#acc_1', '#acc_1/nowhere'])('%j shows requests', (hash) => {
  expect(placeOf(hash).view).toBe('requests');
});
