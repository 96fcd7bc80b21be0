import { expect, test } from 'vitest';
import { answered } from '../repair/answered.fixture.ts';
import type { DecidedRule } from './decided-rule.ts';
import { aRule } from './run-fixture.fixture.ts';
import { type Symptom, sharedSymptoms } from './shared-symptoms.ts';

function failed(id: string, status: number): DecidedRule {
  const exchange = { ...answered({ status, body: {} }), id: `x-${id}` };
  const place = { check: id, seed: 1, path: '0', input: '1', shrinks: 0, replayed: { kind: 'broke' } as const };
  const broken = { ...place, finding: { expected: 'a', observed: 'b', exchanges: [] }, exchanges: [exchange] };
  return { rule: aRule(id), decision: { verdict: 'fail' }, broken };
}
const symptom = (id: string, status: number, fields: Partial<Symptom> = {}): Symptom => ({
  id,
  sentence: `${id}.`,
  shows: (_, exchanges) => exchanges.at(-1)?.response?.status === status,
  ...fields,
});
const four = ['a.a', 'a.b', 'a.c', 'a.d'].map((id) => failed(id, 500));
const folded = (decided: readonly DecidedRule[], ...symptoms: Symptom[]) =>
  Object.fromEntries(sharedSymptoms(decided, symptoms).map(({ id, rules }) => [id, rules]));

test('four failed rules that show one symptom fold under it, shown by the case of the first', () => {
  const [cause] = sharedSymptoms([failed('b.a', 404), ...four], [symptom('fails', 500)]);
  expect(cause).toMatchObject({ id: 'fails', kind: 'symptom', sentence: 'fails.', proved: false });
  expect(cause?.rules).toEqual(['a.a', 'a.b', 'a.c', 'a.d']);
  expect(cause?.shownBy?.id).toBe('x-a.a');
});

test('what was seen on every replay, and in few exchanges, leads', () => {
  const [a = failed('a.a', 500), b = failed('a.b', 500), ...others] = four;
  const flaky: DecidedRule = { ...a, decision: { verdict: 'flaky' } };
  const long =
    b.broken === undefined ? b : { ...b, broken: { ...b.broken, exchanges: Array(3).fill(b.broken.exchanges[0]) } };
  expect(folded([flaky, long, ...others], symptom('fails', 500))).toEqual({ fails: ['a.c', 'a.d', 'a.b', 'a.a'] });
});

test('three rules stay apart, and so do rules that did not fail', () => {
  const warned: DecidedRule = { ...failed('a.e', 500), decision: { verdict: 'warn' } };
  expect(folded([...four.slice(1), warned], symptom('fails', 500))).toEqual({});
});

test('a rule folds under the first symptom that enough others show', () => {
  const narrow = symptom('narrow', 500, { shows: (rule) => rule === 'a.a' });
  expect(folded(four, narrow, symptom('fails', 500), symptom('again', 500))).toEqual({
    fails: ['a.a', 'a.b', 'a.c', 'a.d'],
  });
});

test('where one of some rules must be among them, it must', () => {
  expect(folded(four, symptom('fails', 500, { oneOf: ['b.a'] }))).toEqual({});
  expect(Object.keys(folded(four, symptom('fails', 500, { oneOf: ['b.a', 'a.c'] })))).toEqual(['fails']);
});
