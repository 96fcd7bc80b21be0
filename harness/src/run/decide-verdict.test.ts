import type { Rule } from '@gateproof/spec';
import { describe, expect, it } from 'vitest';
import type { BrokenCase, CheckReport } from './check-report.ts';
import { type Decision, decideStanding, decideVerdict, resolveBlocked } from './decide-verdict.ts';
import { aSetupFailure } from './run-fixture.fixture.ts';

const rule = (fields: Partial<Rule> = {}): Rule => ({
  id: 'chat.example',
  area: 'chat',
  party: 'gateway',
  level: 'must',
  kind: 'active',
  statement: 'An example holds.',
  section: 'Endpoints',
  points: [],
  needs: [],
  freedoms: [],
  ...fields,
});

const report = (fields: Partial<CheckReport> = {}): CheckReport => ({
  rule: 'chat.example',
  run: 8,
  exercised: 8,
  durationMs: 1,
  witnesses: [],
  idleReasons: [],
  notArranged: false,
  cutShort: false,
  ...fields,
});

const broken = (replayed: BrokenCase['replayed']): BrokenCase => ({
  check: 'chat.example',
  seed: 1,
  path: '0',
  input: '{}',
  shrinks: 0,
  finding: { expected: 'a', observed: 'b' },
  exchanges: [],
  replayed,
});

describe('decideVerdict', () => {
  it('passes when enough cases were exercised', () => {
    expect(decideVerdict(rule(), report({ exercised: 2 })).verdict).toBe('pass');
  });

  it('is inconclusive when too few cases were exercised, and never passes on none', () => {
    expect(decideVerdict(rule(), report({ exercised: 1 })).verdict).toBe('inconclusive');
    expect(decideVerdict(rule(), report({ run: 0, exercised: 0 })).verdict).toBe('inconclusive');
  });

  it('fails what broke again, calls flaky what held then, and warns for guidance', () => {
    expect(decideVerdict(rule(), report({ broken: broken({ kind: 'broke' }) })).verdict).toBe('fail');
    expect(decideVerdict(rule(), report({ broken: broken({ kind: 'held', saw: 'it held' }) })).verdict).toBe('flaky');
    expect(decideVerdict(rule({ level: 'should' }), report({ broken: broken({ kind: 'broke' }) })).verdict).toBe(
      'warn',
    );
  });

  it('leaves open what broke and could not be run again, for guidance too', () => {
    const unconfirmed = report({ broken: broken({ kind: 'undecided', why: 'the run ended' }) });
    expect(decideVerdict(rule(), unconfirmed)).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('the run ended'),
    });
    expect(decideVerdict(rule({ level: 'should' }), unconfirmed).verdict).toBe('inconclusive');
  });

  it('never passes after a failed set-up step', () => {
    const setupFailure = aSetupFailure({ what: 'no account' });
    expect(decideVerdict(rule(), report({ setupFailure })).verdict).toBe('inconclusive');
  });
});

describe('decideStanding', () => {
  it("distinguishes a rule that never arose from one that speaks of the target's own choice", () => {
    expect(decideStanding(rule(), { exercised: 0, caution: false }).verdict).toBe('inconclusive');
    expect(decideStanding(rule({ conditional: true }), { exercised: 0, caution: false }).verdict).toBe(
      'not-applicable',
    );
  });

  it("says what would exercise a rule of the target's own choice, where the testbed can not arrange all", () => {
    const reasonWhere = (lacksCapabilities: boolean) =>
      decideStanding(rule({ conditional: true }), { exercised: 0, caution: false, lacksCapabilities }).reason;
    expect(reasonWhere(true)).toContain('npx gateproof doctor');
    expect(reasonWhere(false)).not.toContain('testbed');
  });

  it('never passes beside an exchange that a more basic break left undecided', () => {
    const seen = { exercised: 3, caution: false, undecidedBy: 'error.envelope.object' };
    expect(decideStanding(rule(), seen)).toMatchObject({
      verdict: 'inconclusive',
      prerequisite: 'error.envelope.object',
    });
  });
});

describe('resolveBlocked', () => {
  it('names the rule at the root of a chain of failed prerequisites', () => {
    const decisions = new Map<string, Decision>([
      ['a', { verdict: 'fail' }],
      ['b', { verdict: 'inconclusive', prerequisite: 'a' }],
      ['c', { verdict: 'inconclusive', prerequisite: 'b' }],
      ['d', { verdict: 'inconclusive', prerequisite: 'e' }],
      ['e', { verdict: 'pass' }],
    ]);
    const resolved = resolveBlocked(decisions);
    expect(resolved.get('b')).toMatchObject({ verdict: 'blocked', blockedBy: 'a' });
    expect(resolved.get('c')).toMatchObject({ verdict: 'blocked', blockedBy: 'a' });
    expect(resolved.get('d')?.verdict).toBe('inconclusive');
  });

  it('leaves a circle of prerequisites undecided', () => {
    const decisions = new Map<string, Decision>([
      ['a', { verdict: 'inconclusive', prerequisite: 'b' }],
      ['b', { verdict: 'inconclusive', prerequisite: 'a' }],
    ]);
    expect([...resolveBlocked(decisions).values()].map(({ verdict }) => verdict)).toEqual([
      'inconclusive',
      'inconclusive',
    ]);
  });
});
