import { expect, test } from 'vitest';
import type { Verdict } from '../check/verdict.ts';
import { Violation } from '../check/violation.ts';
import type { ResultDocument } from '../result/result-document.ts';
import { aCheck, runOptions } from '../run/run-fixture.fixture.ts';
import { runSuite } from '../run/run-suite.ts';
import { applyBaseline } from './apply-baseline.ts';
import { type BaselineEntry, baselineFormat } from './baseline.ts';

const broken = aCheck('area.broken', async () => {
  throw new Violation({ expected: 'one', observed: 'two' });
});
const kept = aCheck('area.kept', async (world) => world.stated());
const ran: ResultDocument = await runSuite(runOptions([broken, kept]));
const document: ResultDocument = { ...ran, run: { ...ran.run, startedAt: '2026-06-15T12:00:00.000Z' } };
const catalogue = new Set(['area.broken', 'area.kept', 'area.left']);

function apply(entries: readonly BaselineEntry[], strict = false, of = document) {
  const applied = applyBaseline(of, { format: baselineFormat, entries }, { strict, catalogue });
  return {
    code: applied.summary.exitCode,
    verdicts: applied.rules.map(({ verdict }) => verdict),
    stale: applied.baseline?.stale ?? [],
    applied,
  };
}

test('a known failure turns nothing red, and keeps its evidence', () => {
  expect(document.summary.exitCode).toBe(1);
  const { code, verdicts, stale, applied } = apply([
    { rule: 'area.broken', reason: 'ticket 12', expires: '2026-06-15' },
  ]);
  expect({ code, verdicts, stale }).toEqual({ code: 0, verdicts: ['known', 'pass'], stale: [] });
  expect(applied.rules[0]).toMatchObject({
    known: { verdict: 'fail', reason: 'ticket 12', expires: '2026-06-15' },
    failure: { expected: 'one', observed: 'two' },
  });
  expect(applied.summary).toMatchObject({ causes: [], verdicts: { known: 1, fail: 0, pass: 1 } });
});

test.each<[string, BaselineEntry, string]>([
  ['whose rule is kept', { rule: 'area.kept' }, 'holds now'],
  ['that names no rule', { rule: 'area.unheard-of' }, 'matches no rule'],
  ['that has expired', { rule: 'area.broken', expires: '2026-06-14' }, 'expired on 2026-06-14'],
])('an entry %s turns the run red', (_what, entry, why) => {
  const entries = entry.rule === 'area.broken' ? [entry] : [{ rule: 'area.broken' }, entry];
  const { code, stale } = apply(entries);
  expect(code).toBe(1);
  expect(stale).toEqual([{ rule: entry.rule, why: expect.stringContaining(why) }]);
});

test('an expired entry leaves its rule as red as it is', () => {
  expect(apply([{ rule: 'area.broken', expires: '2026-06-14' }]).verdicts).toEqual(['fail', 'pass']);
});

test('an entry of a rule that the run left out is passed over', () => {
  expect(apply([{ rule: 'area.broken' }, { rule: 'area.left' }])).toMatchObject({ code: 0, stale: [] });
});

const withVerdict = (verdict: Verdict): ResultDocument => ({
  ...document,
  rules: document.rules.map((record) => (record.rule === 'area.kept' ? { ...record, verdict } : record)),
});

test.each<[Verdict, number, boolean]>([
  ['flaky', 0, false],
  ['inconclusive', 0, false],
  ['blocked', 0, false],
  ['not-applicable', 1, false],
  ['not-claimed', 1, false],
  ['warn', 1, false],
  ['warn', 0, true],
  ['error', 5, false],
])('a rule that is %s ends the run with %i (strict %s)', (verdict, code, strict) => {
  expect(apply([{ rule: 'area.broken' }, { rule: 'area.kept' }], strict, withVerdict(verdict)).code).toBe(code);
});

test('an entry of a flaky rule holds when the rule passes for once', () => {
  expect(apply([{ rule: 'area.broken' }, { rule: 'area.kept', verdict: 'flaky' }])).toMatchObject({
    code: 0,
    stale: [],
  });
});
