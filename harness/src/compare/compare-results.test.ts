import { expect, test } from 'vitest';
import type { Verdict } from '../check/verdict.ts';
import type { ResultDocument, RuleRecord } from '../result/result-document.ts';
import { compareResults } from './compare-results.ts';

type Found = Verdict | { readonly known: Verdict };

/** A result with one rule for each entry. */
function result(found: Readonly<Record<string, Found>>): ResultDocument {
  const rules = Object.entries(found).map(([rule, verdict]) =>
    typeof verdict === 'string' ? { rule, verdict } : { rule, verdict: 'known', known: { verdict: verdict.known } },
  );
  return { rules: rules as readonly Partial<RuleRecord>[] } as ResultDocument;
}

function change(before: Found, after: Found) {
  const { changes, exitCode } = compareResults(result({ r: before }), result({ r: after }));
  return [changes.map(({ kind }) => kind).join(), exitCode];
}

test.each<[Found, Found, string, number]>([
  ['pass', 'pass', '', 0],
  ['pass', 'fail', 'broken', 1],
  ['warn', 'flaky', 'broken', 1],
  ['not-applicable', 'fail', 'broken', 1],
  ['pass', { known: 'fail' }, 'broken', 1],
  ['pass', 'differs', 'broken', 1],
  ['fail', { known: 'fail' }, '', 0],
  ['fail', 'flaky', '', 0],
  [{ known: 'fail' }, 'pass', 'fixed', 0],
  ['flaky', 'warn', 'fixed', 0],
  ['pass', 'blocked', 'lost', 3],
  ['fail', 'inconclusive', 'lost', 3],
  ['pass', 'not-claimed', 'lost', 3],
  ['not-applicable', 'blocked', '', 0],
  ['error', 'pass', 'decided', 0],
  ['pass', 'warn', 'warns', 0],
  ['pass', { known: 'warn' }, 'warns', 0],
  ['warn', 'pass', 'warned', 0],
])('%o then %o: %s, exit %i', (before, after, kind, exitCode) => {
  expect(change(before, after)).toEqual([kind, exitCode]);
});

test('rules that one result alone has are new or gone, and turn nothing red', () => {
  const { changes, common, exitCode } = compareResults(
    result({ a: 'pass', old: 'pass' }),
    result({ a: 'pass', fresh: 'fail' }),
  );
  expect(changes.map(({ kind, rule }) => [kind, rule])).toEqual([
    ['new', 'fresh'],
    ['gone', 'old'],
  ]);
  expect([common, exitCode]).toEqual([1, 0]);
});

test('what became worse comes first', () => {
  const { changes, exitCode } = compareResults(
    result({ a: 'fail', b: 'pass', c: 'pass' }),
    result({ a: 'pass', b: 'inconclusive', c: 'fail' }),
  );
  expect(changes.map(({ rule }) => rule)).toEqual(['c', 'b', 'a']);
  expect(exitCode).toBe(1);
});
