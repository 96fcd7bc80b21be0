import { loadRuleSets, loadRules, type Rule } from '@gateproof/spec';
import { expect, test } from 'vitest';
import { frozenOf } from './rule-set-digest.ts';

const rules = loadRules();
const sets = loadRuleSets();

test.each(sets.filter(({ frozen }) => frozen !== undefined))(
  'rule set $id has the rules that it was released with; a new rule names the next set with `since`',
  ({ id, frozen }) => {
    expect(frozenOf(id, rules)).toEqual(frozen);
  },
);

test('a rule is of a rule set that is there, or of the one that comes next', () => {
  const [major, minor] = String(sets.at(-1)?.id).split('.').map(Number);
  const named = new Set([...sets.map(({ id }) => id), `${major}.${Number(minor) + 1}`, `${Number(major) + 1}.0`]);
  expect(rules.filter(({ since }) => since !== undefined && !named.has(since)).map(({ id }) => id)).toEqual([]);
});

const rule = (id: string, since?: string) =>
  ({ id, party: 'gateway', level: 'must', kind: 'active', ...(since === undefined ? {} : { since }) }) as Rule;

test('a digest changes with each rule and its level, and not with what is newer', () => {
  const old = [rule('a.b'), rule('a.c')];
  const { rules: count, digest } = frozenOf('1.0', old);
  expect(count).toBe(2);
  expect(frozenOf('1.0', [...old, rule('a.d', '1.1')])).toEqual({ rules: 2, digest });
  expect(frozenOf('1.0', [...old, rule('a.d')]).digest).not.toBe(digest);
  expect(frozenOf('1.0', [rule('a.b'), { ...rule('a.c'), level: 'should' }]).digest).not.toBe(digest);
});
