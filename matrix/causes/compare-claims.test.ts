import type { CauseRecord, ResultDocument, RuleRecord } from '@gateproof/harness';
import { expect, test } from 'vitest';
import { compareClaim, isTrue } from './compare-claims.ts';

const spoil = { id: 'way', cause: 'c' };
function run(verdicts: Readonly<Record<string, RuleRecord['verdict']>>, folded?: readonly string[]): ResultDocument {
  const rules = Object.entries(verdicts).map(([rule, verdict]) => ({ rule, verdict }));
  const causes = folded === undefined ? [] : [{ id: 'c', folded } as unknown as CauseRecord];
  return { rules, summary: { causes } } as unknown as ResultDocument;
}

test('a claim is true when exactly the claimed rules turn', () => {
  const fixed = run({ a: 'pass', b: 'warn', c: 'fail' });
  const compared = compareClaim(spoil, run({ a: 'fail', b: 'blocked', c: 'fail' }, ['a', 'b']), fixed);
  expect(compared).toMatchObject({ turned: ['a', 'b'], untrue: [], unclaimed: [] });
  expect(isTrue(compared)).toBe(true);
});

test('what is claimed in vain and what is not claimed makes it untrue', () => {
  const fixed = run({ a: 'pass', b: 'fail' });
  const compared = compareClaim(spoil, run({ a: 'fail', b: 'fail' }, ['b']), fixed);
  expect(compared).toMatchObject({ untrue: ['b'], unclaimed: ['a'] });
  expect(isTrue(compared)).toBe(false);
  expect(isTrue(compareClaim({ ...spoil, beyond: { a: 'why' } }, run({ a: 'fail' }), fixed))).toBe(true);
});

test('a cause that is not found is untrue where something turned', () => {
  expect(isTrue(compareClaim(spoil, run({ a: 'fail' }), run({ a: 'pass' })))).toBe(false);
  expect(isTrue(compareClaim(spoil, run({ a: 'warn' }), run({ a: 'pass' })))).toBe(true);
});
