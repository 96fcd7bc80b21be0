import { expect, test } from 'vitest';
import { showDifference } from './show-difference.ts';

test('short values are shown whole', () => {
  expect(showDifference('one', 'two')).toEqual(['"one"', '"two"']);
  expect(showDifference('one', undefined)).toEqual(['"one"', 'nothing']);
  expect(showDifference(1, [1])).toEqual(['1', '[1]']);
});

test('long texts are shown where they part', () => {
  const text = 'x'.repeat(300);
  const [expected, observed] = showDifference(`${text}end`, `${text}${text}`);
  expect(expected).toBe(`…"${'x'.repeat(20)}end" at character 300 of 303`);
  expect(observed).toBe(`…"${'x'.repeat(80)}"… at character 300 of 600`);
});

test('a text that only goes on is shown from where the other ends', () => {
  const text = 'y'.repeat(200);
  expect(showDifference(text, `${text}z`)[1]).toBe(`…"${'y'.repeat(20)}z" at character 200 of 201`);
});
