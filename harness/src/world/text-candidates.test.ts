import { expect, test } from 'vitest';
import { anExchange } from '../run/run-fixture.fixture.ts';
import { textCandidates } from './text-candidates.ts';

function idsIn(list: unknown, status = 200): readonly string[] {
  const body = Buffer.from(typeof list === 'string' ? list : JSON.stringify(list));
  const response = { status, headers: [], body, arrivals: [], headersAtMs: 1 };
  return textCandidates(anExchange({ response })).map(({ id }) => id);
}

test('text models come first, then those without a modality, then those that are named for another purpose', () => {
  const data = [
    { id: 'text-embedding-3' },
    { id: 'plain' },
    { id: 'painter', modality: 'image' },
    { id: 'odd', modality: 'chat' },
    { id: 'known', modality: 'text' },
  ];
  expect(idsIn({ object: 'list', data })).toEqual(['known', 'plain', 'odd', 'text-embedding-3']);
});

test.each<[string, unknown, readonly string[]]>([
  ['an array', [{ id: 'a' }], ['a']],
  ['ids alone', ['a', 'b'], ['a', 'b']],
  ['another name for data', { models: [{ id: 'a' }] }, ['a']],
  ['entries that are none', { data: [null, 7, {}, { id: 7 }, { id: 'a' }] }, ['a']],
  ['data that is no array', { data: { id: 'a' } }, []],
  ['no JSON', '<html>', []],
])('a list may be %s', (_what, list, ids) => {
  expect(idsIn(list)).toEqual(ids);
});

test('an error names no models, whatever stands in it', () => {
  expect(idsIn({ data: [{ id: 'a' }] }, 500)).toEqual([]);
});
