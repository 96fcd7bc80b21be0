/**
 * The data of the server-sent events in a stream of bytes, wherever the bytes are split: LF, CRLF and CR line ends, comments, data on
 * several lines. Events that came in one piece are given together. What follows the last blank line is no event.
 */
export async function* sseData(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const reader = new SseReader();
  for await (const piece of bytes) {
    const events = reader.read(piece);
    if (events.length > 0) yield events;
  }
  const events = reader.end();
  if (events.length > 0) yield events;
}

class SseReader {
  readonly #decoder = new TextDecoder('utf-8');
  #rest = '';
  #data: string[] = [];

  read(piece: Uint8Array): readonly string[] {
    const text = this.#rest + this.#decoder.decode(piece, { stream: true });
    const events: string[] = [];
    let start = 0;
    for (;;) {
      const end = lineEnd(text, start);
      if (end === undefined) break;
      this.#line(text.slice(start, end.at), events);
      start = end.next;
    }
    this.#rest = text.slice(start);
    return events;
  }

  /** A CR at the very end closes the last blank line although no LF has come after it. */
  end(): readonly string[] {
    return this.#rest === '\r' && this.#data.length > 0 ? [this.#data.join('\n')] : [];
  }

  #line(line: string, events: string[]): void {
    if (line === '') {
      if (this.#data.length > 0) events.push(this.#data.join('\n'));
      this.#data = [];
    } else if (line.startsWith('data:')) this.#data.push(line.slice(line[5] === ' ' ? 6 : 5));
    else if (line === 'data') this.#data.push('');
  }
}

const lineEnds = /\r\n|\n|\r(?!$)/g;

/** Where the next line ends; undefined while it is not all there. A CR at the end may be half of a CRLF. */
function lineEnd(text: string, from: number): { readonly at: number; readonly next: number } | undefined {
  lineEnds.lastIndex = from;
  const found = lineEnds.exec(text);
  return found === null ? undefined : { at: found.index, next: lineEnds.lastIndex };
}
