import { expect, test } from 'vitest';
import { cutAround, cutMiddle } from './cut-middle.ts';
import { widthOf } from './fit-text.ts';

test('a long text keeps its start and, in two thirds of the room, its end', () => {
  expect(cutMiddle('short  and\nsweet', 20)).toBe('short and sweet');
  expect(cutMiddle(`${'a'.repeat(50)}${'b'.repeat(50)}`, 10)).toBe('aaa…bbbbbb');
});

test('wide characters take two columns, and none is cut in two', () => {
  for (const width of [9, 10, 11]) {
    const cut = cutMiddle('漢字'.repeat(40), width);
    expect(widthOf(cut)).toBeLessThanOrEqual(width);
    expect(cut).toMatch(/^[漢字]+…[漢字]+$/);
  }
});

test('a long text shows what stands around a place in it', () => {
  const text = `data: ${'a'.repeat(200)}NEEDLE${'b'.repeat(200)}`;
  const cut = cutAround(text, text.indexOf('NEEDLE'), 60);
  expect(cut).toMatch(/^data: …a+NEEDLEb+…$/);
  expect(widthOf(cut)).toBeLessThanOrEqual(60);
});

test.each([0, 3, 412])('near its ends (%i) that is its start and its end', (place) => {
  const text = `data: ${'a'.repeat(200)}NEEDLE${'b'.repeat(200)}`;
  expect(cutAround(text, place, 60)).toBe(cutMiddle(text, 60));
});
