/** A text as words, each with the blanks before it. Their concatenation is the text. */
export function wordsOf(text: string): readonly string[] {
  return text.match(/\s*\S+(?:\s+$)?|^\s+$/g) ?? [];
}

/** How many words a text has: runs of what is no white space. */
export function countWords(text: string): number {
  let words = 0;
  let isInside = false;
  for (let place = 0; place < text.length; place += 1) {
    const isWord = !isSpace(text.charCodeAt(place));
    if (isWord && !isInside) words += 1;
    isInside = isWord;
  }
  return words;
}

const spaceBeyondAscii = /\s/;

function isSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return spaceBeyondAscii.test(String.fromCharCode(code));
}

/** A text in pieces of up to eight characters, as tool calls and JSON are streamed. */
export function piecesOf(text: string): readonly string[] {
  return text.match(/.{1,8}/gsu) ?? [];
}
