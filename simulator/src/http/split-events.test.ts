import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitEvents } from './split-events.ts';

const line = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => `data: ${text.replace(/[\r\n]/g, ' ')}`);

test('events come whole, wherever the bytes are cut', async () => {
  const events = fc.array(
    line.map((data) => `${data}\n\n`),
    { maxLength: 8 },
  );
  const cuts = fc.array(fc.nat({ max: 200 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(events, fc.constantFrom('', 'data: rest', 'data: half\n'), cuts, async (whole, rest, places) => {
      const bytes = Buffer.from(whole.join('') + rest);
      const ends = [...new Set(places.map((place) => Math.min(place, bytes.length)))].sort((one, other) => one - other);
      const pieces = (async function* () {
        for (const [number, from] of [0, ...ends].entries()) yield bytes.subarray(from, ends[number] ?? bytes.length);
      })();
      const found: string[] = [];
      for await (const event of splitEvents(pieces)) found.push(event.toString());
      expect(found).toEqual(rest === '' ? whole : [...whole, rest]);
    }),
  );
});
