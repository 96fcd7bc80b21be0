import { expect, test } from 'vitest';
import type { DecidedRule } from './decided-rule.ts';
import { lastingCauses } from './lasting-causes.ts';
import { anExchange, aRule } from './run-fixture.fixture.ts';

const kind = 'POST /v1/audio/transcriptions';

/** A log in which the requests of one kind, `x1` and `x2`, have always met with a trouble. */
const logOf = (trouble: string) => ({
  lasting: () => [{ kind, trouble }],
  kindsOf: (id: string) => (id === 'x1' || id === 'x2' ? [kind] : []),
});

function failed(id: string, shownBy: readonly string[]): DecidedRule {
  const exchanges = ['x1', 'x2', 'x3'].map((exchange) => anExchange({ id: exchange }));
  const finding = { expected: 'a', observed: 'b', exchanges: shownBy };
  const where = { check: id, seed: 1, path: '0', input: '1', shrinks: 0 };
  const broken = { ...where, finding, exchanges, replayed: { kind: 'broke' as const } };
  return { rule: aRule(id), decision: { verdict: 'fail' }, broken };
}

test('rules that are broken by requests which are never served fold under that', () => {
  const decided = [failed('a.one', ['x1']), failed('a.two', ['x3']), failed('a.three', ['x2'])];
  expect(lastingCauses(decided, logOf('503'))).toMatchObject([
    {
      id: 'lasting-post-v1-audio-transcriptions',
      kind: 'missing-feature',
      sentence: `Every ${kind} is answered with 503.`,
      rules: ['a.one', 'a.three'],
      shownBy: { id: 'x1' },
    },
  ]);
});

test('what no rule shows, and what has a cause already, is no cause', () => {
  expect(lastingCauses([failed('a.two', ['x3'])], logOf('503'))).toEqual([]);
  expect(lastingCauses([{ ...failed('a.one', ['x1']), causedBy: 'crash-1' }], logOf('503'))).toEqual([]);
});

test.each([
  ['timeout', 'gets no whole answer in time'],
  ['cut', 'loses its connection before the answer is whole'],
])('an ending by %s is said in words', (trouble, words) => {
  expect(lastingCauses([failed('a.one', ['x1'])], logOf(trouble))[0]?.sentence).toBe(`Every ${kind} ${words}.`);
});
