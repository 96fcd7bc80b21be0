/** One event of an SSE stream, with its place and time. */
export interface SseEvent {
  /** The `data` lines, joined by LF. */
  readonly data: string;
  /** Number of `data` lines. */
  readonly dataLines: number;
  readonly event?: string;
  readonly id?: string;
  readonly retryMs?: number;
  /** Byte range in the body: from the event's first line to where its blank line begins. */
  readonly start: number;
  readonly end: number;
  /** When the byte arrived that completed it, in ms since the run began. */
  readonly atMs: number;
  /** The stream ended before the blank line that ends an event. */
  readonly unterminated: boolean;
  /** A `data:` line had no blank after the colon. */
  readonly withoutBlank: boolean;
  readonly invalidUtf8: boolean;
}

/** A line that begins with a colon. */
export interface SseComment {
  readonly text: string;
  readonly start: number;
  readonly atMs: number;
}

interface OpenEvent {
  start: number;
  data: string[];
  event?: string;
  id?: string;
  retryMs?: number;
  withoutBlank: boolean;
  invalidUtf8: boolean;
}

const lf = 0x0a;
const cr = 0x0d;
const byteOrderMark = [0xef, 0xbb, 0xbf];

/**
 * Decodes server-sent events byte by byte: LF, CR and CRLF, a byte order mark, comments, data over several lines. The same bytes
 * give the same events however they are cut into pieces. Blocks without a `data` line are no events.
 */
export class SseDecoder {
  readonly events: SseEvent[] = [];
  readonly comments: SseComment[] = [];
  readonly #strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #lenient = new TextDecoder('utf-8', { ignoreBOM: true });
  #line: Uint8Array[] = [];
  #lineStart = 0;
  #offset = 0;
  #afterCr = false;
  #open: OpenEvent | undefined;
  #finished = false;

  /** Takes the next bytes of the body, which arrived at `atMs`. */
  push(bytes: Uint8Array, atMs: number): void {
    const base = this.#offset;
    let from = 0;
    for (let place = 0; place < bytes.length; place += 1) {
      const byte = bytes[place];
      const afterCr = this.#afterCr;
      this.#afterCr = byte === cr;
      if (byte !== lf && byte !== cr) continue;
      this.#offset = base + place + 1;
      if (byte === lf && afterCr) this.#lineStart = this.#offset;
      else {
        this.#line.push(bytes.subarray(from, place));
        this.#endLine(atMs);
      }
      from = place + 1;
    }
    // A copy: the caller may use its bytes anew.
    if (from < bytes.length) this.#line.push(bytes.slice(from));
    this.#offset = base + bytes.length;
  }

  /** Ends the stream: a last event without its blank line is kept, marked `unterminated`. */
  finish(atMs: number): void {
    if (this.#finished) return;
    this.#finished = true;
    if (this.#line.length > 0) this.#endLine(atMs);
    this.#dispatch(this.#offset, atMs, true);
  }

  #endLine(atMs: number): void {
    const start = this.#lineStart;
    const whole = Buffer.concat(this.#line);
    this.#line = [];
    this.#lineStart = this.#offset;
    const isMarked = start === 0 && byteOrderMark.every((byte, place) => whole[place] === byte);
    const line = isMarked ? whole.subarray(byteOrderMark.length) : whole;
    if (line.length === 0) {
      this.#dispatch(start, atMs, false);
      return;
    }
    const { text, invalid } = this.#decode(line);
    if (text.startsWith(':')) {
      this.comments.push({ text: text.slice(1).replace(/^ /, ''), start, atMs });
      return;
    }
    this.#open ??= { start, data: [], withoutBlank: false, invalidUtf8: false };
    if (invalid) this.#open.invalidUtf8 = true;
    takeField(this.#open, text);
  }

  #dispatch(end: number, atMs: number, unterminated: boolean): void {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined || open.data.length === 0) return;
    const { data, start, ...rest } = open;
    this.events.push({ ...rest, data: data.join('\n'), dataLines: data.length, start, end, atMs, unterminated });
  }

  #decode(bytes: Uint8Array): { text: string; invalid: boolean } {
    try {
      return { text: this.#strict.decode(bytes), invalid: false };
    } catch {
      return { text: this.#lenient.decode(bytes), invalid: true };
    }
  }
}

function takeField(open: OpenEvent, line: string): void {
  const colon = line.indexOf(':');
  const name = colon < 0 ? line : line.slice(0, colon);
  const rest = colon < 0 ? '' : line.slice(colon + 1);
  const value = rest.startsWith(' ') ? rest.slice(1) : rest;
  if (name === 'data') {
    open.data.push(value);
    if (colon >= 0 && rest !== '' && !rest.startsWith(' ')) open.withoutBlank = true;
  } else if (name === 'event') open.event = value;
  else if (name === 'id' && !value.includes('\0')) open.id = value;
  else if (name === 'retry' && /^[0-9]+$/.test(value)) open.retryMs = Number(value);
}
