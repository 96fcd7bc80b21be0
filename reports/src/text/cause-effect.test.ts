import { expect, test } from 'vitest';
import { sampleCause, sampleDocument, sampleRule } from '../sample-document.fixture.ts';
import { causeEffect } from './cause-effect.ts';

const document = sampleDocument([
  sampleRule({ rule: 'a.fails', verdict: 'fail' }),
  sampleRule({ rule: 'a.flaky', verdict: 'flaky' }),
  sampleRule({ rule: 'a.blocked', verdict: 'blocked' }),
  sampleRule({ rule: 'a.other', verdict: 'blocked' }),
]);
const effectOf = (fields: Parameters<typeof sampleCause>[0]) => causeEffect(document, sampleCause(fields));

test('a measured cause says how many rules pass once it is fixed, and what they are now', () => {
  const cause = { id: 'r', kind: 'repair', proved: true, folded: ['a.fails', 'a.flaky', 'a.blocked'] } as const;
  expect(effectOf(cause)).toBe('Fixing this makes 3 rules pass (2 failing, 1 blocked)');
  expect(effectOf({ ...cause, waiting: ['a.other'] })).toBe(
    'Fixing this makes 3 rules pass (2 failing, 1 blocked); 1 more can then be tested',
  );
  expect(effectOf({ ...cause, folded: ['a.blocked'], waiting: ['a.fails'] })).toBe(
    'Fixing this makes 1 rule pass (1 blocked); 1 more needs another fix as well',
  );
});

test('a cause that was not measured makes no promise', () => {
  expect(effectOf({ id: 'f', kind: 'missing-feature', folded: ['a.fails', 'a.other'] })).toBe(
    'Up to 2 rules affected (1 failing, 1 blocked)',
  );
  expect(effectOf({ id: 'a.fails', kind: 'rule', rule: 'a.fails', folded: ['a.other'] })).toBe(
    '1 rule blocked by this rule',
  );
  expect(effectOf({ id: 'a.fails', kind: 'rule', rule: 'a.fails', folded: [] })).toBeUndefined();
});
