import { seededText } from './seeded-bytes.ts';

const words = (
  'amber bridge candle delta ember forest garden harbour island juniper kettle lantern meadow nectar orchard pebble ' +
  'quarry river saddle timber umbrella valley willow yonder zephyr anchor basket copper dune engine feather granite'
).split(' ');
const laterWords = words.map((word) => ` ${word}`);
const fewestWords = 6;

/** 6 to 13 words that follow from the seeds, each after the first with the blank before it. */
export function seededWords(...seeds: readonly string[]): readonly string[] {
  const draws = seededText(...seeds);
  const count = fewestWords + (draws.charCodeAt(0) % 8);
  const spoken: string[] = [];
  for (let place = 1; place <= count; place += 1) {
    const from = place === 1 ? words : laterWords;
    spoken.push(from[draws.charCodeAt(place) % words.length] ?? '');
  }
  return spoken;
}
