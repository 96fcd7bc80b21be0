import { type BodyDecoder, decoderOf, isDecodable } from './body-decoder.ts';
import { codingsIn } from './content-coding.ts';
import type { ContentCoding, Header, ReceivedResponse } from './exchange.ts';
import { ReceivedBody } from './received-body.ts';

export interface ReadableBodyOptions {
  /** More bytes, as they came or decoded, are too many. */
  readonly limitBytes: number;
  nowMs(): number;
  /** Called with every piece as a client reads it. */
  onRead?(piece: Uint8Array, atMs: number): void;
  /** Called when there are too many bytes; nothing is read after that. */
  onTooLarge(): void;
}

/**
 * A body as a client reads it while it comes in: its content coding is undone. One that is not what its label says is read as it came, with the problem
 * beside it.
 */
export class ReadableBody {
  readonly #options: ReadableBodyOptions;
  readonly #received: ReceivedBody;
  readonly #decoded: ReceivedBody;
  readonly #label: string;
  readonly #decoder: BodyDecoder | undefined;
  #problem: string | undefined;
  #isTooLarge = false;

  constructor(headers: readonly Header[], options: ReadableBodyOptions) {
    const codings = codingsIn(headers);
    this.#options = options;
    this.#label = codings.join(', ');
    this.#received = new ReceivedBody(options.limitBytes);
    this.#decoded = new ReceivedBody(options.limitBytes);
    this.#decoder = isDecodable(codings)
      ? decoderOf(codings, { onBytes: (bytes) => this.#takeDecoded(bytes), onProblem: (what) => this.#fail(what) })
      : undefined;
  }

  get isTooLarge(): boolean {
    return this.#isTooLarge;
  }

  /** When the last piece came. */
  get lastAtMs(): number | undefined {
    return this.#received.arrivals.at(-1)?.atMs;
  }

  take(piece: Uint8Array): void {
    if (this.#isTooLarge) return;
    const atMs = this.#options.nowMs();
    const kept = this.#received.take(piece, atMs);
    if (this.#decoder !== undefined && !this.#readsAsReceived) this.#decoder.push(kept);
    else this.#options.onRead?.(kept, atMs);
    if (kept.length < piece.length) this.#overflow(this.#received);
  }

  /** True while bytes that came may still have to be decoded. */
  get isDecoding(): boolean {
    return this.#decoder !== undefined && this.#problem === undefined && !this.#isTooLarge && this.#received.length > 0;
  }

  /** Resolves once all that came is decoded. */
  async finish(isWhole: boolean): Promise<void> {
    await this.#decoder?.finish(isWhole);
  }

  /** Decodes nothing more, and returns what was read. */
  read(): Pick<ReceivedResponse, 'body' | 'arrivals' | 'coding'> {
    this.#decoder?.stop();
    const read = this.#readsDecoded ? this.#decoded : this.#received;
    return { body: read.bytes(), arrivals: read.arrivals, ...this.#coding() };
  }

  #coding(): { readonly coding?: ContentCoding } {
    if (this.#decoder === undefined) return {};
    const problem = this.#problem === undefined ? {} : { problem: this.#problem };
    return { coding: { label: this.#label, ...problem, receivedBytes: this.#received.length } };
  }

  /** Nothing of it could be decoded. */
  get #readsAsReceived(): boolean {
    return this.#problem !== undefined && this.#decoded.length === 0;
  }

  get #readsDecoded(): boolean {
    return this.#decoder !== undefined && !this.#readsAsReceived;
  }

  #takeDecoded(bytes: Uint8Array): void {
    if (this.#isTooLarge) return;
    const atMs = this.#options.nowMs();
    const kept = this.#decoded.take(bytes, atMs);
    this.#options.onRead?.(kept, atMs);
    if (kept.length < bytes.length) this.#overflow(this.#decoded);
  }

  #fail(problem: string): void {
    this.#problem = problem;
    if (this.#readsAsReceived) this.#options.onRead?.(this.#received.bytes(), this.#options.nowMs());
  }

  #overflow(body: ReceivedBody): void {
    this.#isTooLarge = true;
    this.#decoder?.stop();
    body.keepBeginning();
    this.#options.onTooLarge();
  }
}
