import { expect, test } from 'vitest';
import { aRule } from '../run/run-fixture.fixture.ts';
import { decidable, nextSteps } from './next-steps.ts';

const rules = [
  aRule('a.bare'),
  aRule('a.hidden', { unobservable: 'nobody sees it' }),
  ...['one', 'two', 'three'].map((id) => aRule(`a.${id}`, { needs: ['models', 'upstreams'] })),
  aRule('a.four', { needs: ['keys'] }),
  aRule('a.five', { needs: ['models', 'keys'] }),
];

test('a rule is decidable when all that it needs is claimed and anybody can observe it', () => {
  const ids = (claimed: Parameters<typeof decidable>[1]) => decidable(rules, claimed).map(({ id }) => id);
  expect(ids(new Set())).toEqual(['a.bare']);
  expect(ids(new Set(['keys', 'models']))).toEqual(['a.bare', 'a.four', 'a.five']);
});

test('what unlocks the most for each capability comes first', () => {
  expect(nextSteps(rules, new Set())).toEqual([
    { capabilities: ['models', 'upstreams'], rules: 3 },
    { capabilities: ['keys'], rules: 1 },
    { capabilities: ['keys', 'models'], rules: 2 },
  ]);
  expect(nextSteps(rules, new Set(['models', 'upstreams']))).toEqual([{ capabilities: ['keys'], rules: 2 }]);
  expect(nextSteps(rules, new Set(['models', 'upstreams', 'keys']))).toEqual([]);
});
