import { describe, expect, test } from 'vitest';
import { type Verdict, verdicts } from '../check/verdict.ts';
import type { ResultDocument, RuleRecord } from '../result/result-document.ts';
import { compareResults } from './compare-results.ts';

type Found = Verdict | { readonly known: Verdict } | { readonly provisional: Verdict };

/** A result with one rule for each entry. */
function result(found: Readonly<Record<string, Found>>): ResultDocument {
  const rules = Object.entries(found).map(([rule, verdict]) => {
    if (typeof verdict === 'string') return { rule, verdict };
    if ('known' in verdict) return { rule, verdict: 'known', known: { verdict: verdict.known } };
    return { rule, verdict: 'provisional', provisional: { verdict: verdict.provisional } };
  });
  return { rules: rules as readonly Partial<RuleRecord>[] } as ResultDocument;
}

function change(before: Found, after: Found) {
  const { changes, exitCode } = compareResults(result({ r: before }), result({ r: after }));
  return [changes.map(({ kind }) => kind).join(), exitCode];
}

/** What a rule was found to be, by verdict. */
const founds = {
  holds: ['pass'],
  warns: ['warn', { known: 'warn' }],
  broken: ['fail', 'flaky', 'differs', { known: 'fail' }, { known: 'flaky' }, { provisional: 'fail' }],
  untested: ['inconclusive', 'blocked', 'not-applicable', 'not-claimed', 'error', { known: 'blocked' }],
} satisfies Readonly<Record<string, readonly Found[]>>;
type State = keyof typeof founds;

test('every verdict is one of the four', () => {
  const seen = Object.values(founds).flat();
  expect(new Set(seen.filter((one) => typeof one === 'string'))).toEqual(
    new Set(verdicts.filter((one) => one !== 'known' && one !== 'provisional')),
  );
});

describe.each<[State, State, string, number]>([
  ['holds', 'holds', '', 0],
  ['holds', 'warns', 'warns', 0],
  ['holds', 'broken', 'broken', 1],
  ['holds', 'untested', 'lost', 3],
  ['warns', 'holds', 'warned', 0],
  ['warns', 'warns', '', 0],
  ['warns', 'broken', 'broken', 1],
  ['warns', 'untested', 'lost', 3],
  ['broken', 'holds', 'fixed', 0],
  ['broken', 'warns', 'fixed', 0],
  ['broken', 'broken', '', 0],
  ['broken', 'untested', 'unseen', 3],
  ['untested', 'holds', 'decided', 0],
  ['untested', 'warns', 'decided', 0],
  ['untested', 'broken', 'seen', 0],
  ['untested', 'untested', '', 0],
])('a rule that %s and then %s: %s, exit %i', (before, after, kind, exitCode) => {
  const pairs = founds[before].flatMap((first) => founds[after].map((second): [Found, Found] => [first, second]));
  test.each(pairs)('%o then %o', (first, second) => {
    expect(change(first, second)).toEqual([kind, exitCode]);
  });
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
