/** Everything that could move a cursor, ring a bell or re-order a line; line feeds and tabs stay. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** What most texts are made of alone; looked for first, because Unicode classes take ten times as long. */
const plain = /^[\n\t\x20-\x7e]*$/;

function spelled(character: string): string {
  if (character === '\n' || character === '\t') return character;
  if (character === '\r') return '\\r';
  const code = character.codePointAt(0) ?? 0;
  return code <= 0xff ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}

/**
 * Text of a target, safe to print: control and formatting characters are spelled out, so that a gateway under test
 * can't write to the terminal of the person who tests it. A carriage return before a line feed is spelled `\r`.
 */
export function visibleText(text: string): string {
  return plain.test(text) ? text : text.replace(unprintable, spelled);
}
