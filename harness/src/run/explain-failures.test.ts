import { expect, test } from 'vitest';
import type { StandingCheck } from '../check/check.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { DecidedRule } from './decided-rule.ts';
import { explainFailures } from './explain-failures.ts';
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
  const broken = { check: id, seed: 1, path: '0', input: '1', shrinks: 0, finding, exchanges, confirmed: true };
  return { rule: aRule(id, { kind }), decision: { verdict: 'fail' }, broken };
}

test('a failure shown by an exchange that breaks a standing rule is caused by that rule', () => {
  const checks = [breaking({ 's.one': ['x1'] })];
  const decided = [failed('a.one', 'active', ['x1']), failed('a.two', 'active', ['x2']), failed('s.one', 'standing')];
  expect([...explainFailures(decided, checks, history)]).toEqual([['a.one', 's.one']]);
});

test('of several standing rules the one that explains the most is named', () => {
  const checks = [breaking({ 's.few': ['x1'], 's.many': ['x1', 'x2'] })];
  const decided = [
    failed('a.one', 'active', ['x1']),
    failed('a.two', 'active', ['x2']),
    failed('s.few', 'standing'),
    failed('s.many', 'standing'),
  ];
  expect(Object.fromEntries(explainFailures(decided, checks, history))).toEqual({
    'a.one': 's.many',
    'a.two': 's.many',
  });
});

test('a standing rule that did not fail explains nothing', () => {
  const passed: DecidedRule = { rule: aRule('s.one', { kind: 'standing' }), decision: { verdict: 'pass' } };
  const checks = [breaking({ 's.one': ['x1'] })];
  expect(explainFailures([failed('a.one', 'active', ['x1']), passed], checks, history).size).toBe(0);
});
