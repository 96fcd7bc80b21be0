import { expect, test } from 'vitest';
import { filterRules, ruleCalled } from './filter-rules.ts';
import { sampleRule } from './sample-rule.fixture.ts';

const rules = [
  sampleRule({ id: 'auth.a', level: 'should' }),
  sampleRule({ id: 'auth.b', class: 'core' }),
  sampleRule({ id: 'client.c', party: 'client' }),
];

test.each([
  [{}, ['auth.a', 'auth.b', 'client.c']],
  [{ area: 'auth' }, ['auth.a', 'auth.b']],
  [{ area: 'auth', level: 'must' } as const, ['auth.b']],
  [{ class: 'core' }, ['auth.b']],
  [{ party: 'client' } as const, ['client.c']],
  [{ party: 'receiver' } as const, []],
])('%o leaves %o', (flags, ids) => {
  expect(filterRules(rules, flags).map(({ id }) => id)).toEqual(ids);
});

test('an unknown area, class or id is refused with what is near', () => {
  expect(() => filterRules(rules, { area: 'outh' })).toThrow(
    "No area is called 'outh'. Did you mean auth? There are: auth, client.",
  );
  expect(() => filterRules(rules, { class: 'cores' })).toThrow(
    "No class is called 'cores'. Did you mean core? There are: basic, core, streaming,",
  );
  expect(() => ruleCalled(rules, 'clent.c')).toThrow('Did you mean client.c?');
  expect(ruleCalled(rules, 'auth.b')).toBe(rules[1]);
});
