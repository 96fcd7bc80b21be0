import { referenceBehaviour } from '@gateproof/simulator/behaviour';
import { loadRules } from '@gateproof/spec';
import { describe, expect, test } from 'vitest';
import { deviations } from './all-deviations.ts';

const rules = new Set(loadRules().map(({ id }) => id));

describe('every deviation', () => {
  test('has an id of its own, which is that of its rule or begins with it', () => {
    const ids = deviations.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const stray = deviations.filter(({ id, breaks }) => id !== breaks && !id.startsWith(`${breaks}:`));
    expect(stray.map(({ id }) => id)).toEqual([]);
  });

  test('breaks a rule that exists', () => {
    expect(deviations.map(({ breaks }) => breaks).filter((id) => !rules.has(id))).toEqual([]);
  });

  test('changes the behaviour, and leaves the reference as it is', () => {
    const written = () =>
      JSON.stringify(referenceBehaviour, (_key, value) => (typeof value === 'function' ? String(value) : value));
    const before = written();
    const parts = Object.keys(referenceBehaviour) as (keyof typeof referenceBehaviour)[];
    const idle = deviations.filter(({ apply }) => {
      const changed = apply(referenceBehaviour);
      return parts.every((part) => changed[part] === referenceBehaviour[part]);
    });
    expect(idle.map(({ id }) => id)).toEqual([]);
    expect(written()).toBe(before);
  });
});
