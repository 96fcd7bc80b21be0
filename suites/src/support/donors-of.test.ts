import { expect, test } from 'vitest';
import { donorsOf } from './donors-of.ts';

test('a row names checks and how many of their cases are run', () => {
  expect(donorsOf({ 'a.rule': 'a.check*3 another.check*12' })).toEqual({
    'a.rule': [
      ['a.check', 3],
      ['another.check', 12],
    ],
  });
});
