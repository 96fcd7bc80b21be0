import { expect, test } from 'vitest';
import { donorsOf } from './donors-of.ts';

test('a line names checks and how many of their cases are run', () => {
  expect(donorsOf('\na.rule: a.check*3 another.check*12\n')).toEqual({
    'a.rule': [
      ['a.check', 3],
      ['another.check', 12],
    ],
  });
});
