import { expect, test } from 'vitest';
import type { Verdict } from '../check/verdict.ts';
import { repairsOf } from '../repair/difference.ts';
import { besideDifferences } from './declared-differences.ts';
import { aRule } from './run-fixture.fixture.ts';

const declared = [{ repair: 'error-kind', reason: 'our clients do not retry' }];
const rules = (verdict: Verdict) => [
  { rule: aRule('error.envelope.kind-present'), decision: { verdict } },
  { rule: aRule('error.envelope.scope-present'), decision: { verdict } },
];
const verdictsOf = (verdict: Verdict, repaired: readonly string[]) =>
  besideDifferences(rules(verdict), declared, new Set(repaired)).decided.map(({ decision }) => decision);

test('a rule that states a declared difference differs, and what lies behind is judged', () => {
  expect(verdictsOf('pass', ['error-kind'])).toEqual([
    { verdict: 'differs', reason: 'declared: our clients do not retry' },
    { verdict: 'pass' },
  ]);
  expect(besideDifferences(rules('pass'), declared, new Set(['error-kind'])).differences).toEqual([
    { ...declared[0], rules: ['error.envelope.kind-present'] },
  ]);
});

test('a rule that is broken all the same stays so, and a difference that never shows explains nothing', () => {
  expect(verdictsOf('fail', ['error-kind'])[0]).toEqual({ verdict: 'fail' });
  expect(verdictsOf('pass', [])[0]).toEqual({ verdict: 'pass' });
});

test('a repair that does not exist is refused', () => {
  expect(() => repairsOf([{ repair: 'error-mood', reason: 'r' }])).toThrow('no repair is called error-mood');
});
