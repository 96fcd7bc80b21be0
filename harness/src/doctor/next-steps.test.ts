import { capabilities } from '@gateproof/spec';
import { expect, test } from 'vitest';
import { aRule } from '../run/run-fixture.fixture.ts';
import { decidable, ladder, type Outlook } from './next-steps.ts';

const rules = [
  aRule('a.bare'),
  aRule('a.streamed'),
  aRule('a.unknown', { conditional: true }),
  aRule('a.hidden', { unobservable: 'nobody sees it' }),
  ...['one', 'two', 'three'].map((id) => aRule(`a.${id}`, { needs: ['models', 'upstreams'] })),
  aRule('a.four', { needs: ['keys'] }),
  aRule('a.five', { needs: ['models', 'keys'] }),
  aRule('a.six', { needs: ['clock'] }),
];
const all = new Set(capabilities);
const known = ['bare', 'hidden', 'one', 'two', 'three', 'four', 'five', 'six'];
const outlook: Outlook = {
  rules,
  measured: {
    ...Object.fromEntries(known.map((id) => [`a.${id}`, { routes: ['chat'] }])),
    'a.streamed': { routes: ['chat', 'stream'] },
  },
  unserved: new Set(),
};
const ids = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id);

test('a rule is decided for sure when all that it needs is claimed and the reference decided it', () => {
  const { sure, may } = decidable(outlook, new Set(['keys']));
  expect(ids(sure)).toEqual(['a.bare', 'a.streamed', 'a.four']);
  expect(ids(may)).toEqual(['a.unknown']);
});

test('a rule that was decided with a whole testbed alone may be decided without one', () => {
  const rare = { ...outlook, measured: { ...outlook.measured, 'a.unknown': { routes: [], needsAll: true } } };
  expect(ids(decidable(rare, new Set(['keys'])).may)).toEqual(['a.unknown']);
  expect(ids(decidable(rare, all).sure)).toContain('a.unknown');
});

test('a rule that uses what the target was seen not to serve is not decided', () => {
  const { sure, may } = decidable({ ...outlook, unserved: new Set(['stream']) }, new Set());
  expect([ids(sure), ids(may)]).toEqual([['a.bare'], ['a.unknown']]);
});

const keys = { name: 'keys', capabilities: ['keys'] } as const;
const models = { name: 'models', capabilities: ['models', 'upstreams'] } as const;
const fragments = { name: 'fragments', capabilities: ['fragments'] } as const;
const testbed = { name: 'testbed', capabilities: ['keys', 'models', 'upstreams', 'clock'] } as const;

test('the ladder is sorted by what each addition unlocks, sums up, and leaves out what unlocks nothing', () => {
  const rungs = ladder(outlook, new Set(), [fragments, keys, models], testbed);
  expect(rungs.map(({ addition, rules: count }) => [addition.name, count])).toEqual([
    ['models', 5],
    ['keys', 7],
    ['testbed', 8],
  ]);
  expect(ladder(outlook, new Set(testbed.capabilities), [keys, models], testbed)).toEqual([]);
});
