import { expect, test } from 'vitest';
import { eachEvent } from './body-change.ts';
import { indented, spacedAscii } from './rewrite-json.ts';

const value = { 'a,b': ['x: "y", \\', 1.5, null], ü: { 'c\\"': '漢😀' }, empty: [] };

test.each([
  ['spaced', spacedAscii],
  ['indented', indented],
])('%s JSON is the same value in other bytes', (_name, rewriteJson) => {
  const text = rewriteJson(JSON.stringify(value));
  expect(text).not.toBe(JSON.stringify(value));
  expect(JSON.parse(text)).toEqual(value);
});

test('spaced JSON is ASCII, and blanks stand only outside of strings', () => {
  expect(spacedAscii('{"a,b":["c:d","é"]}')).toBe('{"a,b": ["c:d", "\\u00e9"]}');
});

test('the data of events is rewritten however the bytes are cut; everything else stays', () => {
  const stream = ': note\ndata: {"a":"é"}\n\ndata: [DONE]\n\n';
  for (let cut = 0; cut <= Buffer.byteLength(stream); cut += 1) {
    const change = eachEvent(spacedAscii);
    const bytes = Buffer.from(stream);
    const written = Buffer.concat([
      change.take(bytes.subarray(0, cut)),
      change.take(bytes.subarray(cut)),
      change.rest(),
    ]);
    expect(written.toString()).toBe(': note\ndata: {"a": "\\u00e9"}\n\ndata: [DONE]\n\n');
  }
});
