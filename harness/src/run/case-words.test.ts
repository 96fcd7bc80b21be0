import { expect, test } from 'vitest';
import { caseWords } from './case-words.ts';

test.each<[unknown, string]>([
  ['a new request', 'a new request'],
  ['', '""'],
  ['line\nbreak', '"line\\nbreak"'],
  ['x'.repeat(200), `${'x'.repeat(120)}… (200 characters)`],
  [{ route: 'chat', isAmongOthers: true, stream: false }, 'route chat, among others'],
  [{ what: 'stream, the other way round', count: 3 }, 'stream, the other way round, count 3'],
  [{ passedMs: 5_000, laterMs: 1_500, stream: true }, 'passed 5 s, later 1500 ms, in a stream'],
  [{ stream: false }, 'plain'],
  [{}, 'plain'],
  [undefined, 'plain'],
  [{ route: 'image', value: false }, 'route image, value false'],
  [{ value: undefined }, 'value left out'],
  [{ extra: { models: 7 } }, 'extra {"models":7}'],
  [
    { fault: { kind: 'cut-after', afterTokens: 2 }, k: 2 },
    'an upstream that cuts the connection after 2 content tokens, k 2',
  ],
  [['image', 'deleted since'], 'image; deleted since'],
  [[], 'none'],
  [Array.from({ length: 9 }, (_, place) => place), '0; 1; 2; 3; 4; 5; 3 more'],
  [{ jobs: [{ route: 'image' }, { route: 'chat' }] }, 'jobs (route image; route chat)'],
])('%j reads %s', (input, words) => {
  expect(caseWords(input)).toBe(words);
});
