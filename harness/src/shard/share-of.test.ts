import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shareOf } from './share-of.ts';

const items = fc.uniqueArray(fc.record({ id: fc.string({ minLength: 1 }), cost: fc.integer({ min: 1, max: 900 }) }), {
  selector: ({ id }) => id,
  maxLength: 40,
});

it('gives every item to exactly one shard, in the order that they had', () => {
  fc.assert(
    fc.property(items, fc.integer({ min: 1, max: 7 }), (all, of) => {
      const costOf = (id: string) => all.find((item) => item.id === id)?.cost ?? 0;
      const shares = Array.from({ length: of }, (_, place) => shareOf(all, { index: place + 1, of }, costOf));
      expect(
        shares
          .flat()
          .map(({ id }) => id)
          .sort(),
      ).toEqual(all.map(({ id }) => id).sort());
      for (const share of shares) expect(all.filter((item) => share.includes(item))).toEqual(share);
    }),
  );
});

it('divides as evenly as the dearest item allows', () => {
  fc.assert(
    fc.property(items, fc.integer({ min: 1, max: 7 }), (all, of) => {
      const costOf = (id: string) => all.find((item) => item.id === id)?.cost ?? 0;
      const load = (index: number) => shareOf(all, { index, of }, costOf).reduce((sum, { cost }) => sum + cost, 0);
      const loads = Array.from({ length: of }, (_, place) => load(place + 1));
      const dearest = Math.max(0, ...all.map(({ cost }) => cost));
      expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(dearest);
    }),
  );
});
