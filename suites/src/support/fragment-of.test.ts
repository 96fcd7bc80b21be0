import { NotArranged } from '@gateproof/harness';
import { expect, test } from 'vitest';
import { fragmentOf } from './fragment-of.ts';

test('a fragment is what the testbed says', () => {
  expect(fragmentOf({ fragments: { zdr: { svc: { zdr: true } } } }, 'zdr')).toEqual({ svc: { zdr: true } });
});

test('what the testbed can not spell is not arranged, and never asked for as something plain', () => {
  expect(() => fragmentOf({ fragments: {} }, 'zdr')).toThrow(NotArranged);
  expect(() => fragmentOf({ fragments: {} }, 'zdr')).toThrow('the testbed names no fragment zdr');
});
