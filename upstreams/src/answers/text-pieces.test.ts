import { expect, test } from 'vitest';
import { countWords } from './text-pieces.ts';

test.each(['', ' ', 'one', ' one  two\tthree\n', 'no\u00a0break\u2003wide\ufeffmark', 'é è', '😀 b', '\u200bx y'])(
  'the words of %j are its runs of what is no white space',
  (text) => {
    expect(countWords(text)).toBe(text.match(/\S+/g)?.length ?? 0);
  },
);
