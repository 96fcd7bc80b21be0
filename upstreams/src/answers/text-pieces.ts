/** A text as words, each with the blanks before it. Their concatenation is the text. */
export function wordsOf(text: string): readonly string[] {
  return text.match(/\s*\S+(?:\s+$)?|^\s+$/g) ?? [];
}

/** A text in pieces of up to eight characters, as tool calls and JSON are streamed. */
export function piecesOf(text: string): readonly string[] {
  return text.match(/.{1,8}/gsu) ?? [];
}
