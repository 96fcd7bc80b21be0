import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';

/** More codings on top of each other than any server applies. */
const mostCodings = 3;
/** First byte of gzip data. */
const gzipBegin = 0x1f;
/** zlib's code for data that stops too early. */
const truncatedCodes: readonly unknown[] = ['Z_BUF_ERROR', 'ZSTD_error_srcSize_wrong'];

/** Takes the bytes of a coded body as they come, and hands on what they say. */
export interface BodyDecoder {
  push(piece: Uint8Array): void;
  /** Resolves once all that was pushed is handed on, with what is wrong with it, if anything. A body that is not whole may stop anywhere. */
  finish(isWhole: boolean): Promise<string | undefined>;
  /** Decodes nothing more. */
  stop(): void;
}

export interface DecodedReader {
  onBytes(bytes: Uint8Array): void;
  /** Called once, when the body turns out not to be what its label says. */
  onProblem(problem: string): void;
}

/** True for a list of codings that can be undone here. */
export function isDecodable(codings: readonly string[]): boolean {
  return codings.length > 0 && codings.length <= mostCodings && codings.every((coding) => makers.has(coding));
}

/** A decoder of a body to which these codings were applied, in their order. Only for lists that are decodable. */
export function decoderOf(codings: readonly string[], reader: DecodedReader): BodyDecoder {
  const [first, ...others] = codings;
  if (first === undefined) throw new Error('a body without a coding needs no decoder');
  if (others.length === 0) return new OneDecoder(first, reader);
  const inner = new OneDecoder(first, reader);
  const outer = decoderOf(others, { ...reader, onBytes: (bytes) => inner.push(bytes), onProblem: reader.onProblem });
  return {
    push: (piece) => outer.push(piece),
    finish: async (isWhole) => (await outer.finish(isWhole)) ?? (await inner.finish(isWhole)),
    stop() {
      outer.stop();
      inner.stop();
    },
  };
}

/** By coding: makes a stream of it, given the first byte of the body. */
const makers = new Map<string, (firstByte: number) => Transform>([
  ['gzip', () => zlib.createGunzip()],
  // Many servers send the bare data where RFC 9110 wants a zlib wrapper, and clients read both.
  ['deflate', (firstByte) => ((firstByte & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw())],
  ['br', () => zlib.createBrotliDecompress()],
  ...('createZstdDecompress' in zlib ? [['zstd', () => zlib.createZstdDecompress()] as const] : []),
]);

class OneDecoder implements BodyDecoder {
  readonly #coding: string;
  readonly #reader: DecodedReader;
  #stream: Transform | undefined;
  #decodedBytes = 0;
  #problem: string | undefined;
  #isStopped = false;
  #beginsAsGzip = false;
  #ended: Promise<void> = Promise.resolve();

  constructor(coding: string, reader: DecodedReader) {
    this.#coding = coding;
    this.#reader = reader;
  }

  push(piece: Uint8Array): void {
    const [firstByte] = piece;
    if (firstByte === undefined || this.#problem !== undefined || this.#isStopped) return;
    if (this.#stream === undefined) this.#beginsAsGzip = this.#coding === 'gzip' && firstByte === gzipBegin;
    this.#stream ??= this.#open(firstByte);
    this.#stream.write(piece);
  }

  async finish(isWhole: boolean): Promise<string | undefined> {
    const stream = this.#stream;
    if (stream === undefined || this.#problem !== undefined || this.#isStopped) return this.#problem;
    if (isWhole) {
      stream.end();
      await this.#ended;
    } else {
      await Promise.race([this.#ended, written(stream)]);
      this.stop();
    }
    return this.#problem;
  }

  stop(): void {
    this.#isStopped = true;
    this.#stream?.destroy();
  }

  #open(firstByte: number): Transform {
    const make = makers.get(this.#coding);
    if (make === undefined) throw new Error(`no decoder of ${this.#coding}`);
    const stream = make(firstByte);
    stream.on('data', (bytes: Uint8Array) => {
      if (this.#isStopped) return;
      this.#decodedBytes += bytes.length;
      this.#reader.onBytes(bytes);
    });
    this.#ended = new Promise((resolve) => {
      stream.on('error', (error) => {
        this.#fail(error);
        resolve();
      });
      stream.on('close', () => resolve());
    });
    return stream;
  }

  #fail(error: Error): void {
    if (this.#isStopped || this.#problem !== undefined) return;
    this.#problem = this.#describe('code' in error && truncatedCodes.includes(error.code));
    this.#reader.onProblem(this.#problem);
  }

  #describe(stopsEarly: boolean): string {
    const place = this.#decodedBytes === 0 ? '' : ` after ${this.#decodedBytes} decoded bytes`;
    if (place === '' && !this.#beginsAsGzip) return `the body is not ${this.#coding} data`;
    return stopsEarly ? `the ${this.#coding} data stops early${place}` : `the ${this.#coding} data is broken${place}`;
  }
}

/** Resolves once the stream has read and handed on all that was written so far. */
function written(stream: Transform): Promise<void> {
  return new Promise((resolve) => {
    stream.write(new Uint8Array(), () => setImmediate(resolve));
  });
}
