import { expect, test } from 'vitest';
import { cutDecision } from './cut-decision.ts';
import type { Decision } from './decide-verdict.ts';

const crash = { id: 'crash-1', sentence: 'The target exits after GET /a.' };
const crashed = { crash, isOutOfTime: false };
const late = { crash: undefined, isOutOfTime: true };
const wanted = { all: 12, least: 4 };
const pass: Decision = { verdict: 'pass' };

test('a rule that a crash keeps from being decided is blocked by it, unless it is broken', () => {
  expect(cutDecision(pass, crashed, { run: 12, exercised: 12 }, wanted)).toEqual({
    decision: { verdict: 'blocked', reason: crash.sentence },
    causedBy: 'crash-1',
  });
  const notArranged: Decision = { verdict: 'not-applicable' };
  expect(cutDecision(notArranged, crashed, { run: 2, exercised: 0 }, wanted).causedBy).toBe('crash-1');
  expect(cutDecision({ verdict: 'fail' }, crashed, { run: 1, exercised: 1 }, wanted)).toEqual({
    decision: { verdict: 'fail' },
  });
});

test('a rule whose time is used up passes by as many cases as a quick run makes, not by fewer, and says so', () => {
  expect(cutDecision(pass, late, { run: 4, exercised: 4 }, wanted)).toEqual({
    decision: {
      verdict: 'pass',
      reason: "its share of the run's time was used up after 4 of 12 cases",
      isPartial: true,
    },
  });
  expect(cutDecision(pass, late, { run: 12, exercised: 12 }, wanted)).toEqual({ decision: pass });
  expect(cutDecision(pass, late, { run: 3, exercised: 3 }, wanted).decision).toMatchObject({
    verdict: 'inconclusive',
    isOutOfTime: true,
    reason: expect.stringContaining('after 3 of 12 cases'),
  });
});

test('a rule whose time is used up does not pass by one case, unless there is only one', () => {
  const few = { all: 3, least: 1 };
  expect(cutDecision(pass, late, { run: 1, exercised: 1 }, few).decision.verdict).toBe('inconclusive');
  expect(cutDecision(pass, late, { run: 2, exercised: 1 }, few).decision.verdict).toBe('inconclusive');
  expect(cutDecision(pass, late, { run: 2, exercised: 2 }, few).decision.verdict).toBe('pass');
  expect(cutDecision(pass, late, { run: 1, exercised: 1 }, { all: 1, least: 1 })).toEqual({ decision: pass });
});

test('a rule that its time left undecided may be given more', () => {
  const undecided: Decision = { verdict: 'inconclusive', reason: '0 of 1 cases were exercised' };
  expect(cutDecision(undecided, late, { run: 1, exercised: 0 }, wanted).decision).toEqual({
    ...undecided,
    isOutOfTime: true,
  });
  const whole = { crash: undefined, isOutOfTime: false };
  expect(cutDecision(undecided, whole, { run: 12, exercised: 12 }, wanted).decision).toEqual(undecided);
});
