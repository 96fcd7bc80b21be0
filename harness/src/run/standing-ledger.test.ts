import { expect, test } from 'vitest';
import type { History, StandingCheck } from '../check/check.ts';
import { sketchExchange } from '../exchange/exchange.fixture.ts';
import { StandingLedger } from './standing-ledger.ts';

const rule = 'error.envelope.object';
const finding = { expected: 'an object', observed: 'none' };
/** Every exchange breaks the rule. */
const check: StandingCheck = {
  rules: [rule],
  *judge({ exchanges }) {
    for (const { id } of exchanges) yield { rule, exchanges: [id], finding };
  },
};

test('a break is counted once for each case, and shown by the exchange that was seen first', () => {
  const ledger = new StandingLedger([check], new Set([rule]));
  const [first, second] = [sketchExchange({}), sketchExchange({})];
  const history = (...exchanges: readonly (typeof first)[]) => ({ exchanges }) as Parameters<StandingLedger['take']>[0];
  ledger.take(history(first, second), { check: 'one', seed: 1, path: '0' });
  expect(ledger.entry(rule)?.violation).toMatchObject({ check: 'one', cases: 1 });
  ledger.take(history(second), { check: 'two', seed: 2, path: '3' });
  expect(ledger.entry(rule)?.violation).toMatchObject({ check: 'one', seed: 1, path: '0', cases: 2 });
  expect(ledger.entry(rule)?.violation?.exchanges[0]).toBe(first);
});

test('of a warning only the first exchanges are kept', () => {
  const warns: StandingCheck = {
    rules: [rule],
    *judge({ exchanges }) {
      for (const { id } of exchanges) yield { rule, exchanges: [id], finding, caution: true };
    },
  };
  const ledger = new StandingLedger([warns], new Set([rule]));
  const seen = [sketchExchange({}), sketchExchange({}), sketchExchange({})];
  const where = { check: 'one', seed: 1, path: '0' };
  for (const exchange of seen) ledger.take({ exchanges: [exchange] } as unknown as History, where);
  expect([...ledger.kept().values()]).toEqual([seen[0]]);
  expect(ledger.entry(rule)?.caution?.exchanges).toEqual([seen[0]?.id]);
});
