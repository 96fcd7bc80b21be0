import type { Account, Exchange, World } from '@gateproof/harness';
import { expect, test } from 'vitest';
import { pastSilence } from './past-silence.ts';

test('a target that waits in each move for what it set going is moved on well before its request is given up', async () => {
  const moveMs = 2_000;
  let nowMs = 0;
  const answer = Promise.withResolvers<Exchange>();
  const world = {
    upstreamTimeoutMs: 30_000,
    elapsedMs: () => nowMs,
    until: async (_isOver: () => boolean, limitMs: number) => {
      nowMs += limitMs;
      return false;
    },
  } as unknown as World;
  let moves = 0;
  const account = {
    advance: async () => {
      moves += 1;
      if (moves === 1) nowMs += moveMs;
      else answer.resolve({} as Exchange);
    },
  } as unknown as Account;
  await pastSilence(world, account, answer.promise);
  expect(moves).toBe(2);
  expect(nowMs).toBeLessThan(3_000);
});
