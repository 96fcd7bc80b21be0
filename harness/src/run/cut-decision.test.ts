import { expect, test } from 'vitest';
import { cutDecision } from './cut-decision.ts';
import type { Decision } from './decide-verdict.ts';

const crash = { id: 'crash-1', sentence: 'The target exits after GET /a.' };
const crashed = { crash, isOutOfTime: false };
const late = { crash: undefined, isOutOfTime: true };
const wanted = { all: 12, least: 4 };
const pass: Decision = { verdict: 'pass' };

test('a rule that a crash keeps from being decided is blocked by it, unless it is broken', () => {
  expect(cutDecision(pass, crashed, { run: 12 }, wanted)).toEqual({
    decision: { verdict: 'blocked', reason: crash.sentence },
    causedBy: 'crash-1',
  });
  expect(cutDecision({ verdict: 'fail' }, crashed, { run: 1 }, wanted)).toEqual({ decision: { verdict: 'fail' } });
});

test('a rule whose time is used up passes by as many cases as a quick run makes, not by fewer', () => {
  expect(cutDecision(pass, late, { run: 4 }, wanted)).toEqual({ decision: pass });
  expect(cutDecision(pass, late, { run: 3 }, wanted).decision).toMatchObject({
    verdict: 'inconclusive',
    isOutOfTime: true,
    reason: expect.stringContaining('after 3 of 12 cases'),
  });
});

test('a rule that its time left undecided may be given more', () => {
  const undecided: Decision = { verdict: 'inconclusive', reason: '0 of 1 cases were exercised' };
  expect(cutDecision(undecided, late, { run: 1 }, wanted).decision).toEqual({ ...undecided, isOutOfTime: true });
  const whole = { crash: undefined, isOutOfTime: false };
  expect(cutDecision(undecided, whole, { run: 12 }, wanted).decision).toEqual(undecided);
});
