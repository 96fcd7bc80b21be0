import { expect, test } from 'vitest';
import { isOnlyAsClient } from './is-only-as-client.ts';

/** What the asks come to, in order, and how many were made. */
async function asked(...ends: readonly ('broke' | 'held' | 'other')[]) {
  const made: string[] = [];
  const isOnly = await isOnlyAsClient(async (as) => {
    made.push(as);
    return ends[made.length - 1] ?? 'other';
  });
  return { isOnly, made: made.length };
}

test('a break that comes each time the client asks, and never when the suite does, is the client’s alone', async () => {
  expect(await asked('held', 'broke', 'held', 'broke', 'held', 'broke')).toEqual({ isOnly: true, made: 6 });
});

test.each([
  ['breaks once as the suite asks', ['held', 'broke', 'broke'], 3],
  ['holds once as the client asks', ['held', 'broke', 'held', 'held'], 4],
  ['shows nothing as the suite asks', ['other'], 1],
] as const)('one that %s is not', async (_, ends, made) => {
  expect(await asked(...ends)).toEqual({ isOnly: false, made });
});
