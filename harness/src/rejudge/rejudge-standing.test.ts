import type { Rule } from '@gateproof/spec';
import { expect, it } from 'vitest';
import type { Judgement, StandingCheck } from '../check/check.ts';
import { sketchExchange } from '../exchange/exchange.fixture.ts';
import type { ResultDocument, RuleRecord } from '../result/result-document.ts';
import { toRecord } from '../result/to-record.ts';
import { rejudgeStanding } from './rejudge-standing.ts';

const id = 'error.envelope.object';
const rule = { id, area: 'error', party: 'gateway', level: 'must', kind: 'standing', statement: 'S.', section: 'S' };
const catalogue = [rule as unknown as Rule];

const kept = (status: number, body: unknown = '') => toRecord(sketchExchange({ status, body }), (text) => text);

/** Refuses every answer with this status, or only warns of it. */
function refusing(status: number, caution = false): StandingCheck {
  return {
    rules: [id],
    *judge({ exchanges }) {
      for (const { id: exchange, response } of exchanges) {
        const finding = { expected: `not ${status}`, observed: String(response?.status), exchanges: [exchange] };
        const judgement: Judgement = { rule: id, exchanges: [exchange] };
        yield response?.status === status ? { ...judgement, finding, caution } : judgement;
      }
    },
  };
}

const passed = { rule: id, verdict: 'pass', witnesses: ['x1'] };
const failed = {
  rule: id,
  verdict: 'fail',
  witnesses: [],
  failure: { case: { check: 'a', seed: 4, path: '0:1' }, exchanges: ['x1'], shownBy: ['x1'] },
};

/** What becomes of the rule where the document keeps this exchange. */
function rejudged(before: object | undefined, standing: StandingCheck, exchange = kept(404)): RuleRecord | undefined {
  const document = {
    target: { prefix: 'svc', baseUrl: 'http://gateway.test' },
    run: { seed: 7 },
    // The witness of another rule is an exchange as good as any.
    rules: [...(before === undefined ? [] : [before]), { rule: 'other', verdict: 'pass', witnesses: ['x1'] }],
    exchanges: { x1: exchange },
  } as unknown as ResultDocument;
  return rejudgeStanding(document, { standing: [standing], catalogue }).rules.find((record) => record.rule === id);
}

it.each([
  ['a pass breaks by a check that finds more', passed, refusing(404), 'fail'],
  ['a pass warns by a check that doubts more', passed, refusing(404, true), 'warn'],
  ['a failure that is none any more passes', failed, refusing(500), 'pass'],
  ['a rule that the document does not have comes in', undefined, refusing(500), 'pass'],
  ['what the run did not decide stays so', { ...passed, verdict: 'inconclusive' }, refusing(404), 'inconclusive'],
  ['what a baseline covers stays so', { ...failed, verdict: 'known' }, refusing(500), 'known'],
] as const)('%s', (_what, before, standing, verdict) => {
  expect(rejudged(before, standing)?.verdict).toBe(verdict);
});

it.each([
  ['a failure that is still one', failed, refusing(404)],
  ['a pass that still holds', passed, refusing(500)],
])('%s is the same record', (_what, before, standing) => {
  expect(rejudged(before, standing)).toBe(before);
});

it('shows a break with its exchange, in the place of its case, without a replay', () => {
  const { failure } = rejudged(passed, refusing(404)) ?? {};
  expect(failure).toMatchObject({ observed: '404', shownBy: ['x1'], exchanges: ['x1'] });
  expect(failure).not.toHaveProperty('replay');
});

it('judges no exchange of which a body was cut', () => {
  expect(rejudged(passed, refusing(404), kept(404, 'a'.repeat(65_537)))?.verdict).toBe('pass');
});
