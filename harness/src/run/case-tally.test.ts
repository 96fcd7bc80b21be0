import { expect, test } from 'vitest';
import type { CaseEnd } from './case-outcome.ts';
import { CaseTally } from './case-tally.ts';
import { anExchange } from './run-fixture.fixture.ts';

const held: CaseEnd = { kind: 'held' };
const refused: CaseEnd = { kind: 'not-exercised', why: 'it was refused' };
const openForm: CaseEnd = { kind: 'open-form', why: 'another form' };
const noKey: CaseEnd = { kind: 'not-arranged', why: 'no key' };
const failed: CaseEnd = { kind: 'setup-failed', what: 'no model', prerequisite: undefined, shownBy: [] };

const broke: CaseEnd = { kind: 'broke', finding: { expected: 'a', observed: 'b' } };

function tallied(ends: readonly CaseEnd[], cutShort = false) {
  const tally = new CaseTally();
  for (const end of ends) {
    tally.add({ end, caution: undefined, exchanges: [], durationMs: 1, isHurried: false }, 'input', {
      seed: 1,
      path: '0',
    });
  }
  return tally.report('a.rule', { durationMs: 1, cutShort });
}

test('what can not be arranged is no case that ought to have been exercised, as long as others were', () => {
  expect(tallied([noKey, held])).toMatchObject({ run: 1, exercised: 1, notArranged: false });
  expect(tallied([noKey, refused])).toMatchObject({ run: 1, exercised: 0, notArranged: false });
  expect(tallied([noKey, noKey])).toMatchObject({ run: 2, notArranged: true });
  expect(tallied([])).toMatchObject({ run: 0, notArranged: false });
});

test('where a case can not be read and the others showed nothing, nothing could be arranged, and the form is the reason', () => {
  expect(tallied([refused, openForm])).toMatchObject({
    notArranged: true,
    idleReasons: ['another form', 'it was refused'],
  });
  expect(tallied([openForm, held])).toMatchObject({ run: 1, exercised: 1, notArranged: false });
});

test('a form left open excuses neither a set-up that failed nor a run that ended first', () => {
  expect(tallied([openForm, failed])).toMatchObject({ notArranged: false, setupFailure: { what: 'no model' } });
  expect(tallied([openForm, refused], true).notArranged).toBe(false);
});

test('a set-up step that fails once does not hide the one that fails in every other case', () => {
  const now: CaseEnd = { ...failed, what: 'an empty reply', prerequisite: 'a.reply' };
  const always: CaseEnd = { ...failed, what: 'no envelope', prerequisite: 'an.envelope' };
  const wanted = { what: 'no envelope', prerequisite: 'an.envelope', isLasting: false };
  expect(tallied([now, always, always, always]).setupFailure).toMatchObject(wanted);
  expect(tallied([always, now, always, always]).setupFailure).toMatchObject(wanted);
});

test('a case that broke exercised nothing, unless its break stands or its replay held', () => {
  expect(tallied([broke])).toMatchObject({ run: 1, exercised: 0, witnesses: [] });
  const tally = new CaseTally();
  const where = { input: 'input', seed: 1, path: '0' };
  tally.add({ end: broke, caution: undefined, exchanges: [], durationMs: 1, isHurried: false }, 'input', where);
  tally.addReplay({ end: held, caution: undefined, exchanges: [anExchange()], durationMs: 1, isHurried: false }, where);
  expect(tally.report('a.rule', { durationMs: 1, cutShort: false })).toMatchObject({
    run: 1,
    exercised: 1,
    witnesses: [{ id: 'x1' }],
  });
});

test('of a long case the last exchanges are its witnesses', () => {
  const tally = new CaseTally();
  const exchanges = ['x1', 'x2', 'x3', 'x4', 'x5', 'x6'].map((id) => anExchange({ id }));
  tally.add({ end: held, caution: undefined, exchanges, durationMs: 1, isHurried: false }, 'input', {
    seed: 1,
    path: '0',
  });
  const { witnesses } = tally.report('a.rule', { durationMs: 1, cutShort: false });
  expect(witnesses.map(({ id }) => id)).toEqual(['x3', 'x4', 'x5', 'x6']);
});

test('a set-up failure lasts when every attempt failed for the same rule, of two at least', () => {
  const forRule = (prerequisite: string): CaseEnd => ({
    kind: 'setup-failed',
    what: 'no job',
    prerequisite,
    shownBy: [],
  });
  const lasting = (...ends: readonly CaseEnd[]) => tallied(ends).setupFailure?.isLasting;
  expect(lasting(forRule('a.read'), forRule('a.read'))).toBe(true);
  expect(lasting(forRule('a.read'))).toBe(false);
  expect(lasting(forRule('a.read'), forRule('a.other'))).toBe(false);
  expect(lasting(forRule('a.read'), held)).toBe(false);
  expect(lasting(forRule('a.read'), refused)).toBe(false);
});

test('a set-up failure of a case that was hurried is not known to last', () => {
  const tally = new CaseTally();
  const outcome = { end: failed, caution: undefined, exchanges: [], durationMs: 1 };
  for (const isHurried of [false, true]) tally.add({ ...outcome, isHurried }, 'input', { seed: 1, path: '0' });
  expect(tally.report('a.rule', { durationMs: 1, cutShort: false }).setupFailure?.isLasting).toBe(false);
});
