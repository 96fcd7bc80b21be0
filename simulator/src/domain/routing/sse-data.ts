/**
 * The data of the server-sent events in a stream of bytes, wherever the bytes are split: LF, CRLF and CR line ends, comments, data on
 * several lines. What follows the last blank line is no event.
 */
export async function* sseData(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  let text = '';
  let data: string[] = [];
  for await (const piece of bytes) {
    text += decoder.decode(piece, { stream: true });
    let start = 0;
    for (;;) {
      const end = lineEnd(text, start);
      if (end === undefined) break;
      const line = text.slice(start, end.at);
      start = end.next;
      if (line === '') {
        if (data.length > 0) yield data.join('\n');
        data = [];
      } else if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
      else if (line === 'data') data.push('');
    }
    text = text.slice(start);
  }
  // A CR at the very end closes the last blank line although no LF has come after it.
  if (text === '\r' && data.length > 0) yield data.join('\n');
}

/** Where the next line ends; undefined while it is not all there. A CR at the end may be half of a CRLF. */
function lineEnd(text: string, from: number): { readonly at: number; readonly next: number } | undefined {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\n') return { at, next: at + 1 };
    if (character === '\r') {
      if (at + 1 === text.length) return undefined;
      return { at, next: text[at + 1] === '\n' ? at + 2 : at + 1 };
    }
  }
  return undefined;
}
