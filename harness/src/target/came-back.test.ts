import { expect, test } from 'vitest';
import { cameBack } from './came-back.ts';

const clock = { pause: () => Promise.resolve() };

/** How often it was asked until it resolved. */
async function asked(...answers: readonly boolean[]): Promise<number> {
  let count = 0;
  const stop = new AbortController();
  const takes = async () => {
    const answer = answers[count];
    count += 1;
    if (count === answers.length + 1) stop.abort();
    return answer ?? true;
  };
  await cameBack(takes, clock, stop.signal);
  return count;
}

test('a target that was away and is there again came back', async () => {
  expect(await asked(true, true, false, false, true, true)).toBe(5);
});

test('one that is not up yet came back with its first connection', async () => {
  expect(await asked(false, true, true)).toBe(2);
});

test('one that stays there did not; the signal ends it', async () => {
  expect(await asked(true, true, true)).toBe(4);
});
