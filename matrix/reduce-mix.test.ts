import { variations } from '@gateproof/deviations';
import { expect, test } from 'vitest';
import { reduceMix } from './reduce-mix.ts';

test('what is left is the part with a false positive, in its order', async () => {
  const wanted = [3, 7, 19].map((place) => variations[place]?.id);
  let asked = 0;
  const smallest = await reduceMix(variations.slice(0, 40), async (part) => {
    asked += 1;
    return wanted.every((id) => part.some((one) => one.id === id));
  });
  expect(smallest.map(({ id }) => id)).toEqual(wanted);
  expect(asked).toBeLessThan(40);
});

test('a mix with a false positive that needs no variation shrinks to none', async () => {
  expect(await reduceMix(variations.slice(0, 5), async () => true)).toEqual([]);
});
