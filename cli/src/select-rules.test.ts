import type { Rule } from '@gateproof/spec';
import { expect, test } from 'vitest';
import { selectRules } from './select-rules.ts';
import { UsageError } from './usage-error.ts';

const rules: Rule[] = ['auth.key.missing', 'stream.done.last', 'stream.failure.done-follows', 'streaming.other'].map(
  (id) => ({
    id,
    area: id.split('.')[0] ?? '',
    party: 'gateway',
    level: 'must',
    kind: 'active',
    statement: 'S.',
    section: 'S',
    points: [],
    needs: [],
    freedoms: [],
  }),
);
const ids = (patterns: string[]) => selectRules(rules, patterns).map(({ id }) => id);

test.each([
  ['an id', ['stream.done.last'], ['stream.done.last']],
  ['a prefix with its dot', ['stream.'], ['stream.done.last', 'stream.failure.done-follows']],
  ['an area', ['stream'], ['stream.done.last', 'stream.failure.done-follows']],
  ['a glob', ['*done*'], ['stream.done.last', 'stream.failure.done-follows']],
  ['a dot in a glob is a dot', ['stream.*'], ['stream.done.last', 'stream.failure.done-follows']],
  ['several, in catalogue order and once', ['stream.done', 'auth', '*.last'], ['auth.key.missing', 'stream.done.last']],
])('%s', (_what, patterns, expected) => {
  expect(ids(patterns)).toEqual(expected);
});

test.each(['stream.don', 'auth.key.mising', '*nothing*', '.'])('%s names nothing and is refused', (pattern) => {
  expect(() => ids([pattern])).toThrow(UsageError);
});

test('the refusal suggests the nearest', () => {
  expect(() => ids(['auth.key.mising'])).toThrow('Did you mean auth.key.missing?');
});
