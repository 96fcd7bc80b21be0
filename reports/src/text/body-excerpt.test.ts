import { expect, test } from 'vitest';
import { hintsOf, streamExcerpt, textExcerpt } from './body-excerpt.ts';

const stream = ['{"a":1}', '{"error":{"code":"x"}}', '{"c":3}', '{"d":4}', '[DONE]']
  .map((data) => `data: ${data}\n\n`)
  .join('');

test('words in backticks and quotes are hints, those of what was observed first', () => {
  expect(hintsOf({ expected: 'no `error` chunk', observed: 'a "code" and `x y`' })).toEqual(['code', 'x y', 'error']);
});

test('of a stream the event that alone has a hint is shown, with what comes next', () => {
  expect(streamExcerpt(stream, ['data:', 'absent', '"error"'], 60, 3)).toEqual([
    'data: {"a":1}',
    'data: {"error":{"code":"x"}}',
    'data: {"c":3}',
  ]);
  expect(streamExcerpt(stream, ['"error"'], 60, 1)).toEqual(['data: {"error":{"code":"x"}}']);
});

test('without a hint these are the last events', () => {
  expect(streamExcerpt(stream, ['absent'], 60, 2)).toEqual(['data: {"d":4}', 'data: [DONE]']);
});

test('a body shows what stands around the first hint that it has, on so many lines', () => {
  const body = `{"first":"${'a'.repeat(300)}","needle":7,"last":"${'b'.repeat(300)}"}`;
  expect(textExcerpt(body, ['absent', 'needle'], 60, 2).join('')).toContain('"needle":7');
  expect(textExcerpt(body, [], 60, 2).join('')).toMatch(/^\{"first":"a+….*b+"\}$/);
  expect(textExcerpt(body, [], 60, 2)).toHaveLength(2);
});
