import fc from 'fast-check';

/** What a careless gateway changes, one by one. Begins with what shrinks best. */
export const awkwardParts: readonly string[] = [
  'a',
  'word ',
  ' leading',
  '"quoted"',
  'back\\slash',
  'line\nbreak',
  'carriage\r\nreturn',
  'tab\t',
  '\u0000',
  '\u007f',
  'é',
  'e\u0301',
  '漢字',
  '😀',
  '👩‍👩‍👧',
  '\u2028',
  '</script>',
  'data: x',
  '[DONE]',
  '{"error":1}',
  '%2F',
  '\u00ff',
  '0',
  '1e400',
];

/** Whether a text somewhere in a value holds the null character, which many stores can't keep. */
export function hasNull(value: unknown): boolean {
  return JSON.stringify(value).includes('\\u0000');
}

/** A reply of more than 64 KiB, in pieces of every size. No piece is longer than a line that a careful reader might allow. */
export const longReply: readonly string[] = [
  'x'.repeat(20_000),
  ...Array.from({ length: 50 }, (_, place) => `${'word '.repeat(200)}${place} `),
  ...Array.from({ length: 50 }, (_, place) => `w${place} `),
];

/**
 * Texts that expose what a careless gateway does to bytes: escapes, quotes, control characters, characters outside the
 * BMP, combining marks, line ends, text that looks like SSE framing or JSON. Shrinks towards `"a"`.
 */
export function awkwardText(constraints: { readonly maxParts?: number } = {}): fc.Arbitrary<string> {
  const part = fc.constantFrom(...awkwardParts);
  return fc.array(part, { minLength: 1, maxLength: constraints.maxParts ?? 4 }).map((parts) => parts.join(''));
}

/** Plain words with blanks around them, which belong to what was said. */
export function blankedText(): fc.Arbitrary<string> {
  return fc.constantFrom(' hello ', '\nWhat is the capital of France?', 'Say one word.\n\n', '  Count to three.', 'a');
}

/** Plain words, for where bytes are not the point. */
export function plainText(): fc.Arbitrary<string> {
  return fc.constantFrom('hello', 'What is the capital of France?', 'Say one word.', 'Count to three.');
}
