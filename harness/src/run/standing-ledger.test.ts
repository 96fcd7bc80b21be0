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
  expect(ledger.entry(rule)?.caution?.exchanges).toEqual([seen[0]]);
});

test('the witnesses of a standing rule are the exchanges of the first judgement that held', () => {
  const exchanges = [sketchExchange({ status: 500 }), { ...sketchExchange({}), id: 'x2' }];
  const picky: StandingCheck = {
    rules: [rule],
    *judge(history) {
      for (const { id, response } of history.exchanges)
        yield { rule, exchanges: [id], ...(response?.status === 500 ? { finding, caution: true } : {}) };
    },
  };
  const ledger = new StandingLedger([picky], new Set([rule]));
  ledger.take({ exchanges } as unknown as Parameters<StandingLedger['take']>[0], { check: 'one', seed: 1, path: '0' });
  expect(ledger.entry(rule)).toMatchObject({
    witnesses: [{ id: 'x2' }],
    caution: { check: 'one', exchanges: [exchanges[0]] },
  });
});

test('of many breaks the same are kept whatever their order', () => {
  const checks = Array.from({ length: 30 }, (_, place) => `check-${String(place).padStart(2, '0')}`);
  const keptOf = (order: readonly string[]) => {
    const ledger = new StandingLedger([check], new Set([rule]));
    for (const one of order)
      ledger.take({ exchanges: [sketchExchange({})] } as unknown as History, { check: one, seed: 1, path: '0' });
    return [...(ledger.entry(rule)?.breaks.keys() ?? [])].toSorted();
  };
  expect(keptOf(checks.toReversed())).toEqual(keptOf(checks));
});
