import { expect, test } from 'vitest';
import { aRule } from '../run/run-fixture.fixture.ts';
import { prioritise } from './prioritise.ts';

test('what a class is shown by comes first in its area', () => {
  const rules = [
    aRule('chat.body.type'),
    aRule('chat.response.json'),
    aRule('stream.a'),
    aRule('stream.answered.as-events'),
  ];
  expect(prioritise(rules).map(({ id }) => id)).toEqual([
    'chat.response.json',
    'stream.answered.as-events',
    'chat.body.type',
    'stream.a',
  ]);
});

test('the areas take turns, each with what shows the most for the least', () => {
  const rules = [
    aRule('a.should', { level: 'should' }),
    aRule('a.must-on-jobs', { needs: ['models', 'upstreams', 'clock'] }),
    aRule('a.must'),
    aRule('b.derived', { level: 'derived' }),
    aRule('b.must'),
  ];
  expect(prioritise(rules).map(({ id }) => id)).toEqual([
    'a.must',
    'b.must',
    'a.should',
    'b.derived',
    'a.must-on-jobs',
  ]);
});
