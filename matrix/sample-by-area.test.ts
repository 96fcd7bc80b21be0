import { expect, test } from 'vitest';
import { sampleByArea } from './sample-by-area.ts';

const entries = [...Array.from({ length: 40 }, (_, index) => `job.${index}`), 'auth.0', 'auth.1', 'model.0'];
const areaOf = (entry: string) => entry.split('.')[0] ?? '';
const draw = (count: number, seed = 1) => sampleByArea(entries, { count, seed, areaOf });

test('every area is in the sample before one has two', () => {
  expect(draw(3).map(areaOf).sort()).toEqual(['auth', 'job', 'model']);
  expect(draw(5).filter((entry) => areaOf(entry) === 'auth')).toHaveLength(2);
});

test('what small areas leave over goes to the others', () => {
  expect(draw(20)).toHaveLength(20);
  expect(draw(20).filter((entry) => areaOf(entry) === 'job')).toHaveLength(17);
});

test('a seed draws the same entries in the order of the list, another seed draws others', () => {
  expect(draw(10, 7)).toEqual(draw(10, 7));
  expect(draw(10, 7)).toEqual(entries.filter((entry) => draw(10, 7).includes(entry)));
  expect(draw(10, 7)).not.toEqual(draw(10, 8));
});

test('more than there are is all of them, and none is none', () => {
  expect(draw(1_000)).toEqual(entries);
  expect(draw(0)).toEqual([]);
});
