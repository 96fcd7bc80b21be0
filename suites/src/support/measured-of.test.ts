import { expect, test } from 'vitest';
import { measuredOf } from './measured-of.ts';

test('a line has rules with what they cost and use', () => {
  expect(measuredOf('\nchat.n 4/9/3/5 chat,stream; chat.any - models +\nchat.none 1/1/0/1 .\n')).toEqual({
    'chat.n': { routes: ['chat', 'stream'], cost: { cases: 4, requests: 9, generations: 3, rounds: 5 } },
    'chat.any': { routes: ['models'], needsAll: true },
    'chat.none': { routes: [], cost: { cases: 1, requests: 1, generations: 0, rounds: 1 } },
  });
});
