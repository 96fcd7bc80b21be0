import { expect, test } from 'vitest';
import { changeMessage, textsOf } from './change-message.ts';
import type { Field } from './contract-fields.ts';

const field = (path: string, kind: Field['kind'] = 'text'): Field => ({ path: path.split('.'), kind });
const change = (message: unknown, path: string, name: Parameters<typeof changeMessage>[2], others = {}) =>
  changeMessage(message, field(path), name, others);

test('changes a field wherever it stands, and leaves the rest', () => {
  const message = { id: 'a', output: [{ url: 'abcd', type: 'x' }, { url: 'ef' }] };
  expect(change(message, 'output.*.url', 'cut')).toEqual({ id: 'a', output: [{ url: 'ab', type: 'x' }, { url: 'e' }] });
  expect(change(message, 'output.*.url', 'lost')).toEqual({ id: 'a', output: [{ type: 'x' }, {}] });
  expect(change(message, 'usage.cost', 'lost')).toEqual(message);
  expect(change({ v1: ['ab', 'cd'] }, 'v1.*', 'trimmed')).toEqual({ v1: ['a', 'c'] });
});

test('takes a value of the same place from another message', () => {
  const others = { earlier: { list: [{ n: 1 }] }, foreign: { list: [{ n: 2 }] } };
  expect(change({ list: [{ n: 3 }] }, 'list.*.n', 'earlier', others)).toEqual({ list: [{ n: 1 }] });
  expect(change({ list: [{ n: 3 }] }, 'list.*.n', 'foreign', others)).toEqual({ list: [{ n: 2 }] });
  expect(change({ list: [{ n: 3 }] }, 'list.*.n', 'earlier')).toEqual({ list: [{ n: 3 }] });
});

test.each([
  ['other-case', 'queued', 'QUEUED'],
  ['other-type', 'queued', 7],
  ['off-by-one', 41, 42],
  ['off-by-one', '41', '42'],
  ['off-by-one', '2026-01-01T00:00:00Z', '2026-01-01T00:00:01.000Z'],
  ['rounded', '2026-01-01T00:00:59Z', '2026-01-01T00:00:00.000Z'],
  ['other-unit', 1.5, 1500],
  ['other-unit', '1970-01-01T00:00:01Z', '1000'],
  ['escaped-twice', 'a"é', 'a\\"\\u00e9'],
  ['reversed', [1, 2], [2, 1]],
  ['doubled', [1, 2], [1, 1, 2, 2]],
  ['first-of-several', [1, 2], [1]],
  ['neighbour', 'a', 'b'],
  ['empty', { a: 1 }, {}],
  ['unknown-word', 'queued', 'unheard_of'],
] as const)('%s of %j is %j', (name, before, after) => {
  expect(change({ one: before, other: 'b', more: 3 }, 'one', name)).toEqual({ one: after, other: 'b', more: 3 });
});

test('a header field is text or not there', () => {
  expect(textsOf({ a: 7, b: null, c: undefined, d: ['x'] })).toEqual({ a: '7', d: ['x'] });
});
