import { expect, test } from 'vitest';
import { sampleRule } from './rules/sample-rule.fixture.ts';
import { selectRules } from './select-rules.ts';
import { UsageError } from './usage-error.ts';

const rules = ['auth.key.missing', 'stream.done.last', 'stream.failure.done-follows', 'streaming.other'].map((id) =>
  sampleRule({ id }),
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
