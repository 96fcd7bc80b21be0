import { expect, test } from 'vitest';
import { measuredOf } from './measured-of.ts';

test('a row has rules with what they cost and use', () => {
  expect(measuredOf({ 'chat.n': 'chat.n 4/9/3/5 chat,stream; chat.any - models +; chat.none 1/1/0/1 .' })).toEqual({
    'chat.n': { routes: ['chat', 'stream'], cost: { cases: 4, requests: 9, generations: 3, rounds: 5 } },
    'chat.any': { routes: ['models'], needsAll: true },
    'chat.none': { routes: [], cost: { cases: 1, requests: 1, generations: 0, rounds: 1 } },
  });
});
