import { expect, test } from 'vitest';
import type { RuleRecord } from '../result/result-document.ts';
import { foldCauses } from './causes.ts';

const record = (rule: string, fields: Partial<RuleRecord>): RuleRecord => ({
  rule,
  area: 'a',
  party: 'gateway',
  level: 'must',
  kind: 'active',
  statement: `${rule} holds.`,
  section: 'Errors',
  verdict: 'pass',
  cases: { run: 1, exercised: 1 },
  durationMs: 1,
  witnesses: [],
  ...fields,
});
const fails = (rule: string, fields: Partial<RuleRecord> = {}) => record(rule, { verdict: 'fail', ...fields });
const envelope = {
  id: 'error-envelope',
  kind: 'repair',
  sentence: 'Errors have another shape.',
  harm: 'shape',
  proved: true,
} as const;

test('folds rules under the cause that was found for them, and lets blocked rules wait behind a proved one', () => {
  const rules = [
    fails('a.alone'),
    fails('a.shape', { causedBy: 'error-envelope' }),
    record('a.waits', { verdict: 'blocked', blockedBy: 'a.shape' }),
    record('a.holds', {}),
  ];
  expect(foldCauses(rules, [envelope])).toEqual([
    { ...envelope, folded: ['a.shape'], waiting: ['a.waits'] },
    {
      id: 'a.alone',
      kind: 'rule',
      sentence: 'This rule is broken: a.alone holds.',
      harm: 'shape',
      rule: 'a.alone',
      folded: [],
      proved: false,
      waiting: [],
    },
  ]);
});

test('folds blocked rules under the cause of what blocks them, where it is not proved', () => {
  const lacking = {
    id: 'key-check',
    kind: 'missing-feature',
    sentence: 'The key is not checked.',
    harm: 'access',
    proved: false,
  } as const;
  const rules = [
    fails('a.key', { causedBy: 'key-check' }),
    record('a.waits', { verdict: 'blocked', blockedBy: 'a.key' }),
  ];
  expect(foldCauses(rules, [lacking])).toEqual([{ ...lacking, folded: ['a.key', 'a.waits'], waiting: [] }]);
});

test('leads with the cause of the most rules', () => {
  const blocked = (rule: string, blockedBy: string) => record(rule, { verdict: 'blocked', blockedBy });
  const rules = [fails('a.few'), fails('a.many'), blocked('b.one', 'a.many'), blocked('b.two', 'a.many')];
  expect(foldCauses(rules).map(({ id, folded }) => [id, folded.length])).toEqual([
    ['a.many', 2],
    ['a.few', 0],
  ]);
});

test('leaves out a described cause under which nothing folds', () => {
  expect(foldCauses([record('a.holds', {})], [envelope])).toEqual([]);
});

test('says of a rule that only blocks others that it could not be decided, not that it is broken', () => {
  const undecided = record('a.unclear', { verdict: 'inconclusive', reason: 'no race was won', witnesses: ['x1'] });
  const [cause] = foldCauses([undecided, record('a.waits', { verdict: 'blocked', blockedBy: 'a.unclear' })]);
  expect(cause).toMatchObject({ sentence: 'This rule could not be decided: a.unclear holds.', folded: ['a.waits'] });
});

test('a rule that could not be decided and that nothing shows is no cause', () => {
  const undecided = record('a.unclear', { verdict: 'inconclusive' });
  expect(foldCauses([undecided, record('a.waits', { verdict: 'blocked', blockedBy: 'a.unclear' })])).toEqual([]);
});

test('leads with the worst harm, then with the most rules, then by name', () => {
  const rules = [
    fails('error.b'),
    fails('error.a'),
    fails('error.many'),
    record('error.waits', { verdict: 'blocked', blockedBy: 'error.many' }),
    fails('auth.cap.chat'),
    fails('stream.relay.content'),
  ];
  expect(foldCauses(rules).map(({ id }) => id)).toEqual([
    'stream.relay.content',
    'auth.cap.chat',
    'error.many',
    'error.a',
    'error.b',
  ]);
});

test('a proved cause counts each rule that passes without it, also one that folds elsewhere', () => {
  const other = { ...envelope, id: 'other', folded: ['a.two'] };
  const both = { ...envelope, folded: ['a.one', 'a.two', 'a.gone'] };
  const rules = [fails('a.one', { causedBy: 'error-envelope' }), fails('a.two', { causedBy: 'other' })];
  expect(foldCauses(rules, [both, other]).map(({ id, folded }) => [id, folded])).toEqual([
    ['error-envelope', ['a.one', 'a.two']],
    ['other', ['a.two']],
  ]);
});
