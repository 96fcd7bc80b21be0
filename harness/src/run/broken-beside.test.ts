import { expect, test } from 'vitest';
import type { StandingCheck } from '../check/check.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { withBrokenBeside } from './broken-beside.ts';
import type { DecidedRule } from './decided-rule.ts';
import { anExchange, aRule } from './run-fixture.fixture.ts';

const history = (exchanges: readonly Exchange[]) => ({
  exchanges,
  prefix: 'svc',
  baseUrl: 'http://target',
  notes: {},
});

/** Breaks each of its rules on the exchanges of the given ids. */
const breaking = (sightings: Readonly<Record<string, readonly string[]>>): StandingCheck => ({
  rules: Object.keys(sightings),
  *judge({ exchanges }) {
    for (const [rule, ids] of Object.entries(sightings)) {
      for (const { id } of exchanges.filter((exchange) => ids.includes(exchange.id))) {
        yield { rule, exchanges: [id], finding: { expected: 'a', observed: 'b' } };
      }
    }
  },
});

function failed(id: string, kind: 'active' | 'standing', shownBy: readonly string[] = []): DecidedRule {
  const exchanges = ['x1', 'x2'].map((exchange) => anExchange({ id: exchange }));
  const finding = { expected: 'a', observed: 'b', exchanges: shownBy };
  const broken = {
    check: id,
    seed: 1,
    path: '0',
    input: '1',
    shrinks: 0,
    finding,
    exchanges,
    replayed: { kind: 'broke' as const },
  };
  return { rule: aRule(id, { kind }), decision: { verdict: 'fail' }, broken };
}

const besideOf = (entries: readonly DecidedRule[]) =>
  Object.fromEntries(entries.flatMap(({ rule, beside }) => (beside === undefined ? [] : [[rule.id, beside]])));

test('names the standing rules that the exchanges of a failure break as well', () => {
  const checks = [breaking({ 's.few': ['x1'], 's.many': ['x1', 'x2'] })];
  const decided = [
    failed('a.one', 'active', ['x1']),
    failed('a.two', 'active', ['x2']),
    failed('a.three', 'active', []),
    failed('s.few', 'standing'),
    failed('s.many', 'standing'),
  ];
  expect(besideOf(withBrokenBeside(decided, checks, history))).toEqual({
    'a.one': ['s.few', 's.many'],
    'a.two': ['s.many'],
  });
});

test('names no standing rule that did not fail', () => {
  const passed: DecidedRule = { rule: aRule('s.one', { kind: 'standing' }), decision: { verdict: 'pass' } };
  const checks = [breaking({ 's.one': ['x1'] })];
  expect(besideOf(withBrokenBeside([failed('a.one', 'active', ['x1']), passed], checks, history))).toEqual({});
});
