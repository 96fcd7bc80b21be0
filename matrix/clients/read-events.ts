const lineEnd = /\r\n|\n|\r(?!$)/;

/** The data of each server-sent event, whatever its line ends and however its bytes arrive. */
export async function* readEvents(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = '';
  let data: string[] = [];
  for await (const piece of pieces) {
    text += decoder.decode(piece, { stream: true });
    for (let end = lineEnd.exec(text); end !== null; end = lineEnd.exec(text)) {
      const line = text.slice(0, end.index);
      text = text.slice(end.index + end[0].length);
      if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      if (line === '' && data.length > 0) {
        yield data.join('\n');
        data = [];
      }
    }
  }
}
