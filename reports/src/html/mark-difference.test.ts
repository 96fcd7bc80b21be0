import { expect, test } from 'vitest';
import { markDifference } from './mark-difference.ts';
import { h } from './markup.ts';

const shown = (one: string, other: string) => markDifference(one, other).map((parts) => h('p', null, parts).text);

test.each([
  ['status 401', 'status 403', '<p>status 40<mark>1</mark></p>', '<p>status 40<mark>3</mark></p>'],
  ['a code of its own', 'a code', '<p>a code<mark> of its own</mark></p>', '<p>a code</p>'],
  ['the same', 'the same', '<p>the same</p>', '<p>the same</p>'],
  ['aaa', 'aa', '<p>aa<mark>a</mark></p>', '<p>aa</p>'],
  ['an envelope', 'no answer', '<p>an envelope</p>', '<p>no answer</p>'],
])('%j and %j', (one, other, first, second) => {
  expect(shown(one, other)).toEqual([first, second]);
});
