import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectEqualJson } from './expect-equal-json.ts';
import { jsonDifferences } from './json-difference.ts';
import { statingWorld } from './stating-world.fixture.ts';

const { world } = statingWorld();

test('equal values differ nowhere, whatever the order of names', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const turned = JSON.parse(JSON.stringify(value), (_, part) =>
        part !== null && typeof part === 'object' && !Array.isArray(part)
          ? Object.fromEntries(Object.entries(part).reverse())
          : part,
      );
      expect(jsonDifferences(JSON.parse(JSON.stringify(value)), turned)).toEqual([]);
    }),
  );
});

test('values whose texts differ in more than order differ somewhere', () => {
  const canonical = (value: unknown): string =>
    JSON.stringify(value, (_, part) =>
      part !== null && typeof part === 'object' && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    );
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (one, other) => {
      const [a, b] = [JSON.parse(canonical(one)), JSON.parse(canonical(other))];
      expect(jsonDifferences(a, b).length === 0).toBe(canonical(a) === canonical(b));
    }),
  );
});

test('each difference has a path that can be read', () => {
  const expected = { id: 1, output: [{ url: 'a', 'odd name': true }], gone: null };
  const observed = { id: 1, output: [{ url: 'b', 'odd name': false }, 2] };
  expect(jsonDifferences(expected, observed)).toEqual([
    { path: '$.output[0].url', expected: 'a', observed: 'b' },
    { path: '$.output[0]["odd name"]', expected: true, observed: false },
    { path: '$.output[1]', expected: undefined, observed: 2 },
    { path: '$.gone', expected: null, observed: undefined },
  ]);
});

test('names of the prototype are names like others', () => {
  expect(jsonDifferences({}, JSON.parse('{"constructor":1}'))).toHaveLength(1);
  expect(jsonDifferences(JSON.parse('{"__proto__":1}'), {})).toHaveLength(1);
});

test('excepted places may differ, with all below them', () => {
  const except = (path: string) => /^\$\.output\[\d+\]\.url$/.test(path);
  expect(jsonDifferences({ output: [{ url: { a: 1 } }] }, { output: [{}] }, except)).toEqual([]);
  expect(jsonDifferences({ output: [{ url: 1, type: 2 }] }, { output: [{}] }, except)).toHaveLength(1);
});

test('the finding names the value, the first places and how many more', () => {
  const run = () =>
    expectEqualJson(world, { a: 1, b: 2, c: 3, d: 4, e: 5 }, { a: 0 }, 'the job in the event', {
      exchanges: ['x1', 'x2'],
    });
  expect(run).toThrow(
    expect.objectContaining({
      finding: {
        expected: 'the job in the event with $.a = 1; $.b = 2; $.c = 3; and 2 places more',
        observed: '$.a = 0; $.b = nothing; $.c = nothing; and 2 places more',
        exchanges: ['x1', 'x2'],
      },
    }),
  );
});
