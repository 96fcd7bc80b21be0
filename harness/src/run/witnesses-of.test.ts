import { expect, test } from 'vitest';
import type { Verdict } from '../check/verdict.ts';
import type { DecidedRule } from './decided-rule.ts';
import { anExchange, aRule, aSetupFailure } from './run-fixture.fixture.ts';
import { witnessesOf } from './witnesses-of.ts';

const finding = { expected: 'a', observed: 'b' };
const place = { seed: 1, path: '0', input: '1' };
const of = (verdict: Verdict): DecidedRule => ({
  rule: aRule('a.rule'),
  decision: { verdict },
  report: {
    ...{ rule: 'a.rule', run: 1, exercised: 1, durationMs: 1, idleReasons: [], notArranged: false, cutShort: false },
    witnesses: [anExchange({ id: 'held' })],
    caution: { ...place, finding, exchanges: [anExchange({ id: 'doubtful' })] },
    setupFailure: aSetupFailure({ exchanges: [anExchange({ id: 'failed' })] }),
  },
});

test.each([
  ['pass', ['held']],
  ['warn', ['doubtful']],
  ['inconclusive', ['failed']],
  ['fail', []],
] as const)('%s is shown by %j', (verdict, ids) => {
  expect(witnessesOf(of(verdict), undefined).map(({ id }) => id)).toEqual(ids);
});
